import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSecrets } from './setting-sources.mjs'

const file = path.join(mkdtempSync(path.join(tmpdir(), 'signet-secrets-')), 'secret')
writeFileSync(file, 'k1:fromAFile\n')

describe('a secret comes from one of three places', () => {
  it('the variable, a file or a command; the programs then see it under its own name only', () => {
    expect(readSecrets({ MASTER_KEY: 'k1:x', PORT: '1' })).toEqual({ values: { MASTER_KEY: 'k1:x', PORT: '1' }, faults: [] })
    expect(readSecrets({ MASTER_KEY_FILE: file })).toEqual({ values: { MASTER_KEY: 'k1:fromAFile' }, faults: [] })
    expect(readSecrets({ SMTP_URL_COMMAND: 'printf smtp://; echo mail.example' })).toEqual({
      values: { SMTP_URL: 'smtp://mail.example' },
      faults: [],
    })
  })

  it.each([
    [{ MASTER_KEY_FILE: '/nowhere/at-all' }, 'MASTER_KEY_FILE: there is no such file'],
    [{ MASTER_KEY_FILE: file, MASTER_KEY: 'k1:x' }, 'MASTER_KEY: give one of MASTER_KEY, MASTER_KEY_FILE and MASTER_KEY_COMMAND'],
    [{ PEPPER_FILE: file, PEPPER_COMMAND: 'echo x' }, 'PEPPER: give one of PEPPER, PEPPER_FILE and PEPPER_COMMAND'],
    [{ DATABASE_URL_COMMAND: 'echo a secret >&2; exit 3' }, 'DATABASE_URL_COMMAND: ended with exit code 3'],
    [{ DATABASE_URL_COMMAND: 'true' }, 'DATABASE_URL_COMMAND: gives nothing'],
  ])('what is wrong with %j is one line without a secret', (source, fault) => {
    expect(readSecrets(source).faults).toEqual([fault])
  })
})
