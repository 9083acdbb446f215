#!/usr/bin/env node
import { run } from './run'
import { processTerminal } from './terminal'

process.exitCode = await run(process.argv.slice(2), { environment: process.env, terminal: processTerminal })
