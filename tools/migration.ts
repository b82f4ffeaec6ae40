// Makes a migration from what changed in packages/database/src/schema, and removes the snapshot that the new one replaces:
//   node tools/run.mjs migration <name> [--custom]
// With --custom it is empty, for statements that the schema does not state.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const DATABASE = join(import.meta.dirname, '..', 'packages', 'database')
const SNAPSHOTS = join(DATABASE, 'migrations', 'meta')

const [name, ...options] = process.argv.slice(2)
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: node tools/run.mjs migration <name_in_snake_case> [--custom]')
  process.exit(1)
}

const generate = ['generate', `--name=${name}`, ...options]
const { status } = spawnSync(join(DATABASE, 'node_modules', '.bin', 'drizzle-kit'), generate, {
  cwd: DATABASE,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(status ?? 1)

const snapshots = readdirSync(SNAPSHOTS)
  .filter((file) => file.endsWith('_snapshot.json'))
  .toSorted()
for (const file of snapshots.slice(0, -1)) rmSync(join(SNAPSHOTS, file))
