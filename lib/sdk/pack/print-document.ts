/** Writes the OpenAPI document where it is told to. */
import { writeFileSync } from 'node:fs'
import { OPERATIONS } from '#lib/http/endpoints/openapi'
import { openApiDocument } from '#lib/http/openapi'

const [target = ''] = process.argv.slice(2)
writeFileSync(target, JSON.stringify(openApiDocument(OPERATIONS, process.env.SIGNET_URL ?? 'https://login.example')))
process.exit()
