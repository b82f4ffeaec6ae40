import { UserError } from '@tradeloom/domain'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..')

export function addServe(command: Command): void {
  command
    .option('--services <names>', 'run only these services: http, realtime, runner (comma-separated; default all)')
    .action(serve)
}

/** This process becomes the server, so that its parent can signal it and see it exit. */
function serve({ services }: { services?: string }): void {
  const isServed = (services ?? process.env['TRADELOOM_SERVICES'] ?? 'http').includes('http')
  if (isServed && !existsSync(join(REPOSITORY, 'apps', 'web', 'dist', 'index.html'))) {
    throw new UserError(
      'invalid-input',
      `The web app is not built: run "node tools/run.mjs build" in ${REPOSITORY} first`,
    )
  }
  if (process.platform === 'win32' || !process.execve) {
    throw new UserError('invalid-input', 'tradeloom serve does not work on this operating system: use npm start')
  }
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined))
  if (services !== undefined) env['TRADELOOM_SERVICES'] = services
  const launcher = join(REPOSITORY, 'tools', 'programs', 'launch.mjs')
  process.execve(process.execPath, [process.execPath, launcher, 'server'], env)
}
