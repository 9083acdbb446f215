import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isOfHome, type Permission } from '#lib/companies/permissions'

/**
 * What each action of the panel asks for before it does anything. `own`: whoever is logged in, about themselves. An action is reachable by
 * whoever knows its number, whatever the page shows.
 */
const ASKS: Record<string, Record<string, Permission | 'own' | 'nothing'>> = {
  'actions.ts': {
    logOutAction: 'nothing',
    lookAtEnvironmentAction: 'own',
    createKeyAction: 'keys.manage',
    changeKeyAction: 'keys.manage',
    invalidateKeyAction: 'keys.manage',
  },
  'apps/actions.ts': {
    createAppAction: 'apps.manage',
    saveAppAction: 'apps.manage',
    setStatusAction: 'apps.manage',
    setIdTokenAlgAction: 'apps.manage',
    rotateSecretAction: 'secrets.manage',
  },
  'apps/logo-actions.ts': { uploadLogoAction: 'apps.manage', removeLogoAction: 'apps.manage' },
  'apps/mail-domain-actions.ts': { addMailDomainAction: 'apps.manage', removeMailDomainAction: 'apps.manage' },
  'apps/[id]/consents/actions.ts': { findConsentAction: 'own' },
  'apps/[id]/playground/actions.ts': {
    addCallbackAction: 'apps.manage',
    removeCallbackAction: 'apps.manage',
    startRunAction: 'apps.manage',
    makeSomebodyAction: 'apps.manage',
    tryTestAppAction: 'apps.manage',
  },
  'apps/[id]/quickstart/actions.ts': { chooseQuickstartAction: 'nothing' },
  'audit/actions.ts': { keepAuditAction: 'audit.keep' },
  'members/actions.ts': {
    inviteAction: 'members.manage',
    resendInviteAction: 'members.manage',
    withdrawInviteAction: 'members.manage',
    changeRoleAction: 'members.manage',
    // Everybody may leave; the use-case judges whom one may take out.
    removeMemberAction: 'own',
    resetFactorsAction: 'members.manage',
    shareSecretsAction: 'secrets.share',
  },
  'people/actions.ts': { makeDemoPersonAction: 'apps.manage', resetDemoPersonAction: 'apps.manage', removeDemoPersonAction: 'apps.manage' },
  'prove/actions.ts': { proveByPasswordAction: 'own', proveByCodeAction: 'own', proofOptionsAction: 'own', proveByPasskeyAction: 'own' },
  'security/actions.ts': {
    changePasswordAction: 'own',
    endSessionAction: 'own',
    endOtherSessionsAction: 'own',
    removePasskeyAction: 'own',
    beginTotpAction: 'own',
    passkeyCreationOptionsAction: 'own',
    addPasskeyAction: 'own',
    requireFactorsAction: 'factors.require',
  },
  'security/codes/actions.ts': { codesAction: 'own', removeTotpAction: 'own' },
  'settings/actions.ts': { saveDetailsAction: 'company.edit', submitDetailsAction: 'company.edit' },
  'verifications/actions.ts': { startAction: 'verifications.manage', retryAction: 'verifications.manage', cancelAction: 'verifications.manage' },
  'webhooks/actions.ts': {
    addWebhookAction: 'webhooks.manage',
    rotateSecretAction: 'webhooks.manage',
    switchWebhookAction: 'webhooks.manage',
    deleteWebhookAction: 'webhooks.manage',
    testWebhookAction: 'webhooks.manage',
    resendAction: 'webhooks.manage',
    resendSinceAction: 'webhooks.manage',
  },
}

const ROOT = import.meta.dirname

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .filter((file) => readFileSync(path.join(ROOT, file), 'utf8').startsWith("'use server'"))

/** The functions of a file that stand at its left edge, with their text. */
function functionsOf(file: string) {
  const found = readFileSync(path.join(ROOT, file), 'utf8').matchAll(
    /^(export )?(?:async function|const) (\w+)[\s\S]*?(?=^(?:export |async function|const |\/\*\*)|(?![\s\S]))/gm,
  )
  return new Map([...found].map(([text, exported, name]) => [name as string, { text, isAction: exported !== undefined }]))
}

/** New things with no id to be found by: their form says in which environment it was drawn. */
const IS_NEW = new Set(['createKeyAction', 'createAppAction', 'startAction', 'addWebhookAction', 'keepAuditAction'])
/** There are demo people in a test environment alone: asked for in the other, nothing is made. */
const ONLY_IN_TEST = new Set(['makeDemoPersonAction'])

/** What a function asks for, itself or by the first of its neighbours that it calls and that asks. */
function asked(name: string, functions: ReturnType<typeof functionsOf>): string {
  const text = functions.get(name)?.text ?? ''
  const permission = /require(?:Proven)?Permission\(\s*'([\w.]+)'/.exec(text)?.[1]
  if (permission) return permission
  if (/require(?:Proven)?Staff\(/.test(text)) return 'own'
  const neighbours = [...functions.keys()].filter((other) => other !== name && new RegExp(`\\b${other}\\(`).test(text))
  return neighbours.map((other) => asked(other, functions)).find((answer) => answer !== 'nothing') ?? 'nothing'
}

it('every file of actions is in the table', () => expect(FILES.toSorted()).toEqual(Object.keys(ASKS).toSorted()))

it.each(FILES)('every action asks for what the table says, and where it came from: %s', (file) => {
  const functions = functionsOf(file)
  const actions = [...functions].filter(([, { isAction }]) => isAction).map(([name]) => name)
  expect(Object.fromEntries(actions.map((name) => [name, asked(name, functions)]))).toEqual(ASKS[file])
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  expect(source).toContain('requireSameOrigin()')
})

const IN_AN_ENVIRONMENT = FILES.flatMap((file) => {
  const functions = functionsOf(file)
  return Object.entries(ASKS[file] ?? {})
    .filter(([, asks]) => asks !== 'own' && asks !== 'nothing' && !isOfHome(asks))
    .map(([name]) => ({
      name,
      texts: [name, ...functions.keys()]
        .filter((one, nth) => nth === 0 || new RegExp(`\\b${one}\\(`).test(functions.get(name)?.text ?? ''))
        .map((one) => functions.get(one)?.text ?? ''),
    }))
})

it.each(IN_AN_ENVIRONMENT)('$name acts on a thing of the environment that it names, or asks where its form was drawn', ({ name, texts }) => {
  const isGuarded = /\{ form, fields/.test(texts[0] ?? '')
  const namesIt = texts.some((text) => /idOf\(form\)|form\.get\('(?:id|app)'\)/.test(text))
  if (IS_NEW.has(name)) return expect(isGuarded, 'the form says where it was drawn').toBe(true)
  expect(namesIt || ONLY_IN_TEST.has(name), 'it names its thing').toBe(true)
})
