import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_ONLY_NAMES } from '../isolate/engine-only-names.ts'
import { bundledPackages } from './bundled-packages.ts'
import { type Bundles, bundlesIn, SECCOMP } from './bundles-in.ts'
import { type Lease, leaseBundle } from './leases.ts'
import { seccompFilter } from '../launch/seccomp-filter.ts'

/** The engine still has its constants when they are no longer global. Scripts learn nothing of callers from strict functions. */
const ENGINE_HEAD = `'use strict'\nconst { ${ENGINE_ONLY_NAMES.join(', ')} } = globalThis`
const SOURCE = fileURLToPath(new URL('..', import.meta.url))

/** The bundles, built if necessary, and protected from removal until the lease ends. */
export async function useBundles(cacheDir: string): Promise<{ bundles: Bundles; lease: Lease }> {
  const bundles = await buildBundles(cacheDir)
  try {
    return { bundles, lease: await leaseBundle(bundles.folder) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Another process has just removed the folder as an old one.
    await buildBundles(cacheDir)
    return { bundles, lease: await leaseBundle(bundles.folder) }
  }
}

/**
 * Builds the engine for the isolate and the program of the runners, once per content of their sources. The folder is
 * named after that content, so several processes can share `cacheDir`; users' code must not be able to write to it.
 */
async function buildBundles(cacheDir: string): Promise<Bundles> {
  const filter = process.platform === 'linux' ? seccompFilter(process.arch) : null
  const bundles = bundlesIn(join(cacheDir, await contentHash()), filter !== null)
  if (existsSync(bundles.engine) && existsSync(bundles.runner)) return bundles
  await mkdir(cacheDir, { recursive: true })
  const building = await mkdtemp(join(cacheDir, 'building-'))
  try {
    await bundle(join(SOURCE, 'isolate/entry.ts'), join(building, 'engine.js'), 'neutral')
    await bundle(join(SOURCE, 'runner/main.ts'), join(building, 'runner.js'), 'node')
    if (filter !== null) await writeFile(join(building, SECCOMP), filter)
    // Runners may have another user id.
    await chmod(building, 0o755)
    await rename(building, bundles.folder)
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    // Another process was faster, with the same content.
    if (!existsSync(bundles.runner)) throw error
  }
  return bundles
}

async function bundle(input: string, file: string, platform: 'neutral' | 'node'): Promise<void> {
  const { build } = await import('rolldown')
  await build({
    input,
    platform,
    logLevel: 'warn',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'module', 'default'] },
    output: {
      file,
      minify: false,
      comments: false,
      ...(platform === 'node' ? { format: 'esm' } : { format: 'iife', intro: ENGINE_HEAD }),
    },
  })
}

/** Reads synchronously: hundreds of short files take a quarter of the time, and nothing can start before. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}`)
  for (const root of await bundledPackages(join(SOURCE, '..'))) {
    hash.update(readFileSync(join(root, 'package.json')))
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter(isSource).sort()) hash.update(file).update(readFileSync(join(root, 'src', file)))
  }
  return hash.digest('hex').slice(0, 24)
}

function isSource(file: string): boolean {
  return (file.endsWith('.ts') || file.endsWith('.js')) && !file.endsWith('.test.ts') && !file.endsWith('.fixture.ts')
}
