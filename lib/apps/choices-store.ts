import { sql, statement } from '#lib/core/db'

export type AppChoice = { id: string; name: string }

/** A piece of its name (`$2`) finds an app; an empty one is in each. */
const HOLDS = 'strpos(lower(name), lower($2)) > 0'

/** What finds an app: a piece of its name, its id or its client id (`$2`). Whoever looks pays for each of their own apps at most. */
export const IS_NAMED = `(${HOLDS} OR id = $2 OR client_id = $2)`

// Names are looked through in their index alone; rows are read of what has the id.
const NAMED = statement<AppChoice>(
  'find_app_choices',
  `(SELECT id, name FROM apps WHERE company_id = $1 AND ${HOLDS} ORDER BY name, id LIMIT $3)
   UNION (SELECT id, name FROM apps WHERE company_id = $1 AND (id = $2 OR client_id = $2)) ORDER BY name, id LIMIT $3`,
)

const ONE = statement<AppChoice>('find_app_choice', `SELECT id, name FROM apps WHERE company_id = $1 AND id = $2`)

/** The first by name that a text finds. */
export const findAppsNamed = (companyId: string, text: string, take: number) => sql.query(NAMED, [companyId, text, take])

export const findAppChoice = async (companyId: string, id: string) => (await sql.query(ONE, [companyId, id]))[0] ?? null
