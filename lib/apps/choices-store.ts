import { sql, statement } from '#lib/core/db'

export type AppChoice = { id: string; name: string }

/** What finds an app: a piece of its name (`$2`, see `nameHolds`), its id or its client id (`$3`). Along the names, so whoever looks pays for each of their own apps at most. */
export const IS_NAMED = '(name ILIKE $2 OR id = $3 OR client_id = $3)'

/** The pattern of all names that a text is in; of all there are for an empty one. */
export const nameHolds = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const NAMED = statement<AppChoice>('find_app_choices', `SELECT id, name FROM apps WHERE company_id = $1 AND ${IS_NAMED} ORDER BY name, id LIMIT $4`)

const ONE = statement<AppChoice>('find_app_choice', `SELECT id, name FROM apps WHERE company_id = $1 AND id = $2`)

/** The first by name that a text finds. */
export const findAppsNamed = (companyId: string, text: string, take: number) => sql.query(NAMED, [companyId, nameHolds(text), text, take])

export const findAppChoice = async (companyId: string, id: string) => (await sql.query(ONE, [companyId, id]))[0] ?? null
