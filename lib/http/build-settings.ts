import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The settings that Next was built with, as it wrote them down. */
export const readBuildSettings = (buildFolder = '.next'): unknown =>
  (JSON.parse(readFileSync(join(buildFolder, 'required-server-files.json'), 'utf8')) as { config: unknown }).config
