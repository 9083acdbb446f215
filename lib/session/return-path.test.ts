import { expect, it } from 'vitest'
import { safeReturnPath } from './return-path'

it.each(['/', '/account/access', '/account?x=1&y=%2F'])('goes back to %s', (path) => expect(safeReturnPath(path, '/x')).toBe(path))

it.each([
  '', 'account', '//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a b', '/\u0000', '/a\\b', '/\t/evil.example', undefined, null,
])('goes nowhere else: %s', (path) => expect(safeReturnPath(path, '/x')).toBe('/x')) // biome-ignore format: a list
