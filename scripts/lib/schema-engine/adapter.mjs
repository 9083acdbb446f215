/**
 * Prisma's Postgres adapter, made fit for migrations. Three things differ from the published one:
 * scripts run whole (it would cut function bodies at their semicolons), the internal type "char" is understood
 * (the schema describer reads it), and the shadow database is really another database than the main one.
 */
import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** @import {Datasource} from './rpc.mjs' */
/** @typedef {import('@prisma/driver-adapter-utils').SqlDriverAdapter} Adapter */
/** @typedef {import('@prisma/driver-adapter-utils').SqlQueryable} Queryable */
/** @typedef {import('@prisma/driver-adapter-utils').SqlQuery} Query */
/** @typedef {Queryable & {performIO: (query: Query) => Promise<{fields: {dataTypeID: number}[]}>}} PgQueryable what PrismaPg keeps to itself */
/** @typedef {Adapter & {underlyingDriver: () => import('pg').Pool, onError: (error: unknown) => never}} PgAdapter */

const INTERNAL_CHAR_OID = 18
const BPCHAR_OID = 1042

export class MigrationAdapterFactory extends PrismaPg {
  #url
  #shadowUrl

  /** @param {Datasource} datasource */
  constructor({ url, shadowDatabaseUrl }) {
    super({ connectionString: url, max: 4 })
    this.#url = url
    this.#shadowUrl = shadowDatabaseUrl
  }

  /** @override */
  async connect() {
    return fitForMigrations(await super.connect())
  }

  /** @override */
  async connectToShadowDb() {
    if (this.#shadowUrl) return connectTo(this.#shadowUrl)
    const name = `shadow_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: this.#url })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    const shadowUrl = new URL(this.#url)
    shadowUrl.pathname = `/${name}`
    const shadow = await connectTo(shadowUrl.href)
    const closePool = shadow.dispose.bind(shadow)
    shadow.dispose = async () => {
      await closePool()
      await admin.query(`DROP DATABASE ${name}`)
      await admin.end()
    }
    return shadow
  }
}

/** @param {string} url */
const connectTo = async (url) => fitForMigrations(await new PrismaPg({ connectionString: url, max: 4 }).connect())

/**
 * @template {Adapter} Connected
 * @param {Connected} connected
 * @returns {Connected}
 */
function fitForMigrations(connected) {
  const adapter = /** @type {PgAdapter} */ (/** @type {Adapter} */ (connected))
  const startTransaction = adapter.startTransaction.bind(adapter)
  adapter.startTransaction = async (isolation) => readInternalChars(await startTransaction(isolation))
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script)
    } catch (error) {
      adapter.onError(error)
    }
  }
  return readInternalChars(connected)
}

/**
 * Announces "char" columns as an ordinary character type while the result is read, then as single characters.
 * @template {Queryable} Read
 * @param {Read} queryable
 * @returns {Read}
 */
function readInternalChars(queryable) {
  const { queryRaw } = queryable
  queryable.queryRaw = async (query) => {
    /** @type {number[]} */
    const charColumns = []
    const reader = Object.create(queryable, {
      performIO: {
        value: async (/** @type {Query} */ statement) => {
          const result = await /** @type {PgQueryable} */ (/** @type {Queryable} */ (queryable)).performIO(statement)
          result.fields.forEach((field, index) => {
            if (field.dataTypeID !== INTERNAL_CHAR_OID) return
            field.dataTypeID = BPCHAR_OID
            charColumns.push(index)
          })
          return result
        },
      },
    })
    const answer = await queryRaw.call(reader, query)
    for (const index of charColumns) answer.columnTypes[index] = ColumnTypeEnum.Character
    return answer
  }
  return queryable
}
