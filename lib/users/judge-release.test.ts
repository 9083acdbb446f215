import { describe, expect, it } from 'vitest'
import { type HeldClaim, judgeRelease, levelReached } from './judge-release'

const held = (name: string, assurance: HeldClaim['assurance'], isSuspended = false) => ({ name, assurance, isSuspended })
const names = (claims: HeldClaim[]) => claims.map(({ name, assurance }) => `${name}@${assurance}`)

describe('what may leave', () => {
  it.each([
    ['a name at zone stays', [held('given_name', 'zone')], [], []],
    ['a name at page leaves', [held('given_name', 'page')], [], ['given_name@page']],
    ['a birth date at page stays', [held('birthdate', 'page')], [], []],
    ['a birth date at person leaves', [held('birthdate', 'person')], [], ['birthdate@person']],
    ['asked for zone, a birth date at zone leaves', [held('birthdate', 'zone')], ['zone'], ['birthdate@zone']],
    ['asked for person, a name at page stays', [held('given_name', 'page')], ['person'], []],
    ['asked for person or page, a name at page leaves', [held('given_name', 'page')], ['person', 'page'], ['given_name@page']],
    ['asked for wallet, a name at person stays', [held('given_name', 'person')], ['wallet'], []],
    ['what is suspended stays at any level', [held('given_name', 'wallet', true)], ['zone'], []],
  ] as const)('%s', (_, claims, asked, leaving) => {
    expect(names(judgeRelease({}, claims, asked).verified)).toEqual(leaving)
  })

  it('what was typed in leaves as ever where no document speaks', () => {
    const profile = { given_name: 'Pola', birthdate: '1990-01-01', locale: 'pl' as const }
    expect(judgeRelease(profile, [], []).profile).toEqual(profile)
  })

  it('what was typed in never takes the place of what a document says below the level', () => {
    const profile = { given_name: 'Pola', birthdate: '1980-01-01' }
    expect(judgeRelease(profile, [held('birthdate', 'page'), held('given_name', 'page')], []).profile).toEqual({ given_name: 'Pola' })
  })

  it('where a level is asked for, what was only typed in does not have it', () => {
    expect(judgeRelease({ given_name: 'Pola', locale: 'pl' }, [], ['zone']).profile).toEqual({ locale: 'pl' })
  })
})

describe('the level that is answered', () => {
  const claims = [held('given_name', 'page'), held('birthdate', 'person'), held('nationality', 'zone')]
  it.each([
    ['is the first asked one that all given claims reach', ['person', 'page'], ['given_name', 'birthdate'], 'page'],
    ['follows the order of the request', ['zone', 'page'], ['given_name'], 'zone'],
    ['looks only at what is given', ['person', 'page'], ['birthdate'], 'person'],
    ['is none when no asked level is reached', ['person'], ['given_name'], undefined],
    ['is none when nothing from a document is given', ['zone'], [], undefined],
    ['is none when nothing was asked', [], ['given_name'], undefined],
  ] as const)('%s', (_, asked, told, level) => {
    expect(levelReached(asked, claims, told)).toBe(level)
  })
})
