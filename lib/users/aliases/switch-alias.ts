import { faceOf } from '#lib/apps/face/app-face'
import { databaseNow, transaction, withDatabase } from '#lib/core/db'
import { tellAlias } from '#lib/grants/tell-company'
import { aliasAddress } from '#lib/subjects/alias-address'
import { findAliases, setAliasOff } from '#lib/subjects/alias-store'
import { openSelectedSubject } from '#lib/subjects/sealed-subject'
import { recordActivity } from '../activity/store'

/** Every alias made for this person, and whether it may deliver. */
export async function listAliases(userId: string) {
  const [now, rows] = await withDatabase(async (db) => [await databaseNow(db), await findAliases(db, userId)] as const)
  return rows.map(({ isAliasOff, keepsSenders, otherMail, marksText, app, grant, ...sealed }) => ({
    appId: app.id,
    appName: app.name,
    face: faceOf(app),
    companyName: app.company.name,
    address: aliasAddress(openSelectedSubject(sealed).aliasLocalPart),
    isOff: isAliasOff,
    keepsSenders,
    /** What becomes of mail that is not from the app's own domains, if the person chose that. */
    otherMail,
    /** What is marked has a line above its text too. */
    marksText,
    hasMailDomains: app.mailDomains.length > 0,
    /** The app has access, and with it the address. */
    isShared: grant !== null && (grant.endsAt === null || grant.endsAt > now) && grant.grantedScopes.includes('email'),
  }))
}

/** Switches the person's own alias at one app off or on. */
export const switchAlias = (userId: string, appId: string, isOff: boolean): Promise<boolean> =>
  transaction(async (tx) => {
    const hasChanged = await setAliasOff(tx, userId, appId, isOff)
    if (hasChanged) {
      await recordActivity(tx, userId, isOff ? 'alias.switched_off' : 'alias.switched_on', appId)
      await tellAlias(tx, userId, appId, isOff)
    }
    return hasChanged
  })
