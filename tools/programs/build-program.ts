import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { generateAdapters } from '../generate-adapters.ts'
import { generateDocumentation } from '../generate-documentation.ts'
import { generateFieldNotes } from '../generate-field-notes.ts'
import { generateLists } from '../generate-lists.ts'
import { generateIndicators } from '../generate-indicators.ts'
import { everythingBelow, writeStamp } from '../stamp.mjs'
import { freshProgram, programsFolder, programStamp } from './fresh-program.mjs'
import { keepPlaces, nativeOutside } from './bundler-plugins.ts'

interface Program {
  readonly source: string
  /** Whether it loads some chunks lazily. */
  readonly isSplit: boolean
  /** A folder of processes that it starts; those that start again while traders wait are bundled, too. */
  readonly processes?: string
}

/** The programs by name. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  tradeloom: { source: 'apps/cli/src/main.ts', isSplit: true },
  // Runs for weeks, so it must not depend on files that a later build removes.
  server: { source: 'apps/server/src/main.ts', isSplit: false, processes: 'apps/server/src/processes' },
}

/** Modules are generated from these, or bundled as these say. */
const OTHER_SOURCES = [
  'packages/client/README.md',
  'packages/documentation/api',
  'packages/documentation/guide',
  'packages/indicators/src/catalog',
  'packages/market-data/src/import/formats',
  'packages/script/api',
  'packages/venues/src/adapters',
  'pnpm-lock.yaml',
  'tools/generate-adapters.ts',
  'tools/generate-documentation.ts',
  'tools/generate-field-notes.ts',
  'tools/generate-lists.ts',
  'tools/generate-indicators.ts',
  'tools/programs',
  'tools/read-field-notes.ts',
]

/** Older bundles are removed after this time, when no process can still be loading chunks from them. */
const KEPT_MS = 60 * 60_000

export function sourceOf(root: string, name: string): string {
  const program = PROGRAMS[name]
  if (program === undefined) throw new Error(`There is no program ${name}: use ${Object.keys(PROGRAMS).join(', ')}`)
  return join(root, program.source)
}

/** Builds missing or outdated programs, so that later starts do not have to wait. */
export async function buildPrograms(root: string): Promise<void> {
  for (const name of Object.keys(PROGRAMS)) {
    // One at a time: each build uses all processors.
    if (freshProgram(root, name) === null) await buildProgram(root, name)
  }
}

/** Builds a program and returns its entry file; null if nothing can be written. */
export async function buildProgram(root: string, name: string): Promise<string | null> {
  const folder = programsFolder(root)
  let building: string
  try {
    generateAdapters()
    generateLists()
    generateIndicators()
    generateDocumentation()
    generateFieldNotes()
    mkdirSync(folder, { recursive: true })
    building = mkdtempSync(join(folder, 'building-'))
  } catch (error) {
    if (!isReadOnly(error)) throw error
    return null
  }
  try {
    const since = Date.now()
    const chunks = await bundle(root, name, building)
    const sources = sourcesOf(root, chunks)
    // The user who runs the program may differ from the one who installed it.
    chmodSync(building, 0o755)
    const version = basename(building).replace('building', name)
    const target = join(folder, version)
    renameSync(building, target)
    writeStamp(programStamp(root, name), sources, { since, root, node: process.version, folder: version })
    removeOld(folder, name, version)
    return join(target, `${name}.js`)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}

async function bundle(root: string, name: string, dir: string): Promise<OutputChunk[]> {
  const { isSplit = false, processes } = PROGRAMS[name] ?? {}
  const chunks = await write(dir, { [name]: sourceOf(root, name) }, isSplit)
  if (processes === undefined) return chunks
  return [...chunks, ...(await write(dir, servicesIn(join(root, processes)), true))]
}

/** Services by the paths of their bundles. What answers single requests runs from its sources. */
function servicesIn(folder: string): Record<string, string> {
  const mains = readdirSync(folder).map((name) => [`processes/${name}/main`, join(folder, name, 'main.ts')] as const)
  return Object.fromEntries(
    mains.filter(([, path]) => existsSync(path) && readFileSync(path, 'utf8').includes('runService<')),
  )
}

async function write(dir: string, input: Record<string, string>, isSplit: boolean): Promise<OutputChunk[]> {
  const build = await rolldown({
    input,
    platform: 'node',
    plugins: [nativeOutside, keepPlaces],
    logLevel: 'silent',
  })
  const { output } = await build.write({
    dir,
    format: 'esm',
    sourcemap: true,
    comments: false,
    codeSplitting: isSplit,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  return output.filter((chunk) => chunk.type === 'chunk')
}

/**
 * Everything that determines a bundle's contents: its modules, package versions from the lockfile, the scripts from
 * which modules are generated, and the bundler settings.
 */
function sourcesOf(root: string, chunks: readonly OutputChunk[]): string[] {
  const modules = chunks.flatMap((chunk) => chunk.moduleIds)
  const own = modules.filter((id) => id.startsWith(root) && !id.includes('node_modules'))
  const others = OTHER_SOURCES.flatMap((path) => everythingBelow(join(root, path)))
  return [...new Set([...own, ...others])].toSorted()
}

function removeOld(folder: string, name: string, current: string): void {
  for (const entry of readdirSync(folder)) {
    const isOld = entry !== current && (entry.startsWith(`${name}-`) || entry.startsWith('building-'))
    const path = join(folder, entry)
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (isOld && mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}

function isReadOnly(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))
}
