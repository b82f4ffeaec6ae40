// Builds the client for programs of users, and prints its tarball.
import { join } from 'node:path'
import { buildClient } from './build-client.ts'

const tarball = buildClient(join(import.meta.dirname, '..'))
if (tarball === null) process.exit(1)
process.stdout.write(`${tarball}\n`)
