// Installs the Python peers into a separate environment: node tests/bench/peers/install.ts
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ENVIRONMENT } from './available-peers.ts'

const run = (program: string, ...args: string[]): void => {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (error) console.error(`${program} cannot be started: ${error.message}`)
  if (status !== 0) process.exit(1)
}

run('python3', '-m', 'venv', ENVIRONMENT)
run(
  join(ENVIRONMENT, 'bin', 'pip'),
  'install',
  '--quiet',
  '--requirement',
  join(import.meta.dirname, 'requirements.txt'),
)
