import { databaseCode } from '#lib/core/db'
import { judgeKeys } from '#lib/rewrap/require-known-keys'
import { about, type Finding } from './finding'

const { good, bad } = about('settings')
const NO_SUCH_TABLE = '42P01'

/** Whether these keys are those the database was written with; an empty one has none yet. */
export async function checkKeys(judge = judgeKeys): Promise<Finding[]> {
  try {
    await judge()
    return [good('MASTER_KEY, PEPPER and SHARD_KEY open this database')]
  } catch (error) {
    return databaseCode(error) === NO_SUCH_TABLE ? [] : [bad((error as Error).message)]
  }
}
