import { describe, expect, it } from 'vitest'
import { DataKey } from './sealed'

const place = { table: 'users', row: 'usr_1', column: 'email_sealed' }

describe('DataKey', () => {
  it('opens what it sealed, also after it was wrapped and unwrapped', () => {
    const { dataKey, sealed, masterKeyId } = DataKey.create('usr_1')
    const value = dataKey.seal('zoë@people.example', place)
    expect(value.includes('zo')).toBe(false)
    expect(DataKey.unwrap('usr_1', sealed, masterKeyId).open(value, place)).toBe('zoë@people.example')
  })
  it('opens nothing that was moved to another row, column or person, or altered', () => {
    const { dataKey, sealed, masterKeyId } = DataKey.create('usr_1')
    const value = dataKey.seal('secret', place)
    expect(() => dataKey.open(value, { ...place, row: 'usr_2' })).toThrow()
    expect(() => dataKey.open(value, { ...place, column: 'profile_sealed' })).toThrow()
    expect(() => DataKey.unwrap('usr_2', sealed, masterKeyId)).toThrow()
    value[value.length - 1] = (value.at(-1) ?? 0) ^ 1
    expect(() => dataKey.open(value, place)).toThrow()
  })
})
