import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateClientTypes } from '../packages/client/generate-types.ts'
import { readFieldNotes } from './read-field-notes.ts'
import { currentStamp, everythingBelow, writeStamp } from './stamp.mjs'

const SOURCES = [
  'LICENSE',
  'package.json',
  'packages/client/README.md',
  'packages/client/generate-types.ts',
  'packages/client/package.json',
  'packages/client/print-type.ts',
  'packages/client/src',
  'packages/client/tsconfig.package.json',
  'packages/contracts/src',
  'packages/domain/src',
  'pnpm-lock.yaml',
  'tools/build-client.ts',
  'tools/read-field-notes.ts',
]

/**
 * Builds the client as a package for programs of users, if its sources have changed since the last build. Returns the
 * tarball; null, with messages, if the build fails.
 */
export function buildClient(root: string): string | null {
  const client = join(root, 'packages/client')
  const dist = join(client, 'dist')
  const stamp = join(dist, '.sources')
  const tarball = join(dist, 'client.tgz')
  if (currentStamp(stamp) !== null) return tarball
  const since = Date.now()
  generateClientTypes(readFieldNotes(join(root, 'packages/contracts/src')))
  mkdirSync(dist, { recursive: true })
  // Another process may build it as well.
  const building = mkdtempSync(join(dist, 'building-'))
  try {
    if (!pack(root, join(building, 'package'))) return null
    renameSync(join(building, globSync('*.tgz', { cwd: building })[0] ?? ''), tarball)
  } finally {
    rmSync(building, { recursive: true })
  }
  writeStamp(
    stamp,
    SOURCES.flatMap((source) => everythingBelow(join(root, source))),
    { since },
  )
  return tarball
}

/** Makes the package in a folder, and its tarball beside that folder. */
function pack(root: string, folder: string): boolean {
  const client = join(root, 'packages/client')
  const compiler = join(root, 'node_modules/typescript/lib/tsc.js')
  const project = join(client, 'tsconfig.package.json')
  if (!run(process.execPath, [compiler, '-p', project, '--outDir', folder])) return false
  for (const file of globSync('*.d.ts', { cwd: folder }).map((name) => join(folder, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/( from '\.\/[\w.-]+)\.ts'/g, "$1.js'"))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(client, 'README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(root), null, 2))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Relative paths: on Windows they go through a shell, which would split others at spaces.
  const packing = ['pack', '--pack-destination', '..', '--ignore-scripts', '--offline']
  return run(npm, packing, { cwd: folder, output: 'ignore' })
}

/** What the package states about itself. Its version is that of the server. */
function manifest(root: string) {
  const { name, description, license, engines } = readJson(join(root, 'packages/client/package.json'))
  return {
    name,
    version: readJson(join(root, 'package.json'))['version'],
    description,
    license,
    type: 'module',
    engines,
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
  }
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

/** Messages go to standard error: standard output belongs to the command itself. */
function run(
  command: string,
  args: readonly string[],
  { cwd, output = 2 }: { readonly cwd?: string; readonly output?: 2 | 'ignore' } = {},
): boolean {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', output, 2],
    shell: command.endsWith('.cmd'),
    env: { ...process.env, npm_config_update_notifier: 'false', npm_config_loglevel: 'error' },
  })
  if (status !== 0) console.error(`The client could not be built: ${error?.message ?? 'see the messages above'}.`)
  return status === 0
}
