import { type Prisma, sql, statement } from '#lib/core/db'
import type { Logo } from './take-logo'

export const insertLogo = (tx: Prisma, appId: string, { id, png }: Logo) => tx.appLogo.create({ data: { id, appId, png } })

/** @param logo null: from now on there is none */
export async function replaceLogo(tx: Prisma, appId: string, logo: Logo | null): Promise<void> {
  await tx.appLogo.deleteMany({ where: { appId } })
  if (logo) await insertLogo(tx, appId, logo)
}

const FIND = statement<{ png: Buffer }>('find_app_logo', 'SELECT png FROM app_logos WHERE id = $1')

export const findLogo = async (id: string): Promise<Buffer | null> => (await sql.query(FIND, [id]))[0]?.png ?? null
