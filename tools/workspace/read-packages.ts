import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** One folder with a package.json below packages/, apps/ or tests/. */
export interface WorkspacePackage {
  /** The name after `@tradeloom/`. */
  readonly name: string
  /** Relative to the root, with forward slashes: `packages/engine`. */
  readonly folder: string
  readonly kind: 'package' | 'app' | 'tests'
  /** Packages only import from lower floors; null for apps, test packages, and a package without a floor. */
  readonly floor: number | null
  /** No Node, no DOM, no clock, no randomness: the same inputs give the same bytes. */
  readonly isPure: boolean
  /** The web app may import it. */
  readonly isForBrowser: boolean
  /** Only tests may import it. */
  readonly isForTests: boolean
  /** Packages of lower floors that it must nevertheless not import. */
  readonly avoids: readonly string[]
  /** Files that are started by something other than an import, for the unused code check. */
  readonly entries: readonly string[]
  /** Workspace packages that it needs at run time. */
  readonly dependencies: readonly string[]
  /** Whether `tsc -b` builds it as its own project. */
  readonly hasProject: boolean
}

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly tradeloom?: {
    readonly floor?: number
    readonly pure?: boolean
    readonly browser?: boolean
    readonly testOnly?: boolean
    readonly avoids?: readonly string[]
    readonly entries?: readonly string[]
  }
}

const SCOPE = '@tradeloom/'
const KINDS = { packages: 'package', apps: 'app', tests: 'tests' } as const

/** All packages of the workspace below `root`, sorted by folder. Each describes itself in its package.json. */
export function readPackages(root: string): WorkspacePackage[] {
  return globSync('{packages,apps,tests}/*/package.json', { cwd: root })
    .map((file) => readPackage(root, dirname(file).replaceAll('\\', '/')))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
}

function readPackage(root: string, folder: string): WorkspacePackage {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  const own = manifest.tradeloom ?? {}
  const parent = dirname(folder) as keyof typeof KINDS
  return {
    name: manifest.name.startsWith(SCOPE) ? manifest.name.slice(SCOPE.length) : basename(folder),
    folder,
    kind: KINDS[parent],
    floor: own.floor ?? null,
    isPure: own.pure ?? false,
    isForBrowser: own.browser ?? false,
    isForTests: own.testOnly ?? false,
    avoids: own.avoids ?? [],
    entries: own.entries ?? [],
    dependencies: Object.keys(manifest.dependencies ?? {})
      .filter((name) => name.startsWith(SCOPE))
      .map((name) => name.slice(SCOPE.length)),
    hasProject: existsSync(join(root, folder, 'tsconfig.json')),
  }
}
