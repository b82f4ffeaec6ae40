import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * The folders of all packages of this repository that a bundle of the package in `folder` can contain: the package and
 * its direct and indirect dependencies, sorted.
 */
export async function bundledPackages(folder: string): Promise<string[]> {
  const found = new Set<string>()
  const visit = async (unresolved: string): Promise<void> => {
    const folder = await realpath(unresolved)
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
    const own = Object.entries(dependencies).filter(([, version]) => version.startsWith('workspace:'))
    for (const [name] of own) await visit(join(folder, 'node_modules', name))
  }
  await visit(folder)
  return [...found].sort()
}
