import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../../..')

/** An empty project into which the packed client was installed without a network. The caller removes it. */
export function installedClient(): string {
  const tarball = execFileSync(process.execPath, [join(ROOT, 'tools/client.ts')], { encoding: 'utf8' }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-client-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync('npm', ['install', tarball, '--offline', '--no-audit', '--no-fund', '--cache', join(folder, '.npm')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, npm_config_update_notifier: 'false' },
  })
  return folder
}

/** What the compiler says about a program of the project, as strict as it gets; empty if nothing. */
export function typeErrors(folder: string, file: string, options: readonly string[] = []): string {
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js')
  const strict = ['--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--target', 'es2023', '--module', 'nodenext', '--noEmit', '--lib', 'es2023']
  try {
    execFileSync(process.execPath, [compiler, '--ignoreConfig', ...strict, ...target, ...options, file], {
      cwd: folder,
    })
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}
