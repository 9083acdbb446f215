/** The environment the programs get, whichever command starts them. */
import { keptMasterKey } from './master-key.mjs'

export function programEnvironment({ port, host, baseUrl, dataDir, isEmbedded }, databaseUrl) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOST: host,
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // What is for demonstration only asks for this; a database of one's own never gets it.
    EMBEDDED: isEmbedded ? '1' : '',
    MASTER_KEY: process.env.MASTER_KEY || keptMasterKey(dataDir),
  }
}
