import { describe, expect, it } from 'vitest'
import type { StaffRole } from '../permissions'
import { judgeMemberChange, rolesToGive } from './judge-member-change'

const a = (role: StaffRole) => ({ id: 'stf_actor', role })
const other = (role: StaffRole) => ({ id: 'stf_other', role })

describe('a change of the people', () => {
  it.each([
    ['owner', 'owner', 'admin', null],
    ['owner', 'developer', 'owner', null],
    ['owner', 'owner', null, null],
    ['admin', 'developer', 'admin', null],
    ['admin', 'admin', null, null],
    ['admin', 'owner', 'developer', 'forbidden'],
    ['admin', 'owner', null, 'forbidden'],
    ['admin', 'developer', 'owner', 'forbidden'],
    ['developer', 'developer', 'admin', 'forbidden'],
    ['developer', 'developer', null, 'forbidden'],
  ] as const)('by an %s of an %s to %s: %s', (actor, target, to, verdict) => {
    expect(judgeMemberChange(a(actor), other(target), to, 2)).toBe(verdict)
  })

  it('lets everybody leave but the last owner', () => {
    for (const role of ['admin', 'developer'] as const) expect(judgeMemberChange(a(role), a(role), null, 1)).toBeNull()
    expect(judgeMemberChange(a('owner'), a('owner'), null, 2)).toBeNull()
    expect(judgeMemberChange(a('owner'), a('owner'), null, 1)).toBe('last_owner')
  })

  it('keeps the last owner an owner', () => {
    expect(judgeMemberChange(a('owner'), a('owner'), 'admin', 1)).toBe('last_owner')
    expect(judgeMemberChange(a('owner'), a('owner'), 'owner', 1)).toBeNull()
  })

  it('lets nobody raise themselves', () => {
    expect(judgeMemberChange(a('admin'), a('admin'), 'owner', 1)).toBe('forbidden')
    expect(judgeMemberChange(a('developer'), a('developer'), 'admin', 1)).toBe('forbidden')
  })
})

it('offers exactly the roles somebody may give', () => {
  expect([rolesToGive('owner'), rolesToGive('admin'), rolesToGive('developer')]).toEqual([
    ['owner', 'admin', 'developer', 'support', 'compliance'],
    ['admin', 'developer', 'support', 'compliance'],
    [],
  ])
  expect(rolesToGive('admin', 'owner')).toEqual([])
})
