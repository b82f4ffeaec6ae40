import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackages, type WorkspacePackage } from '../workspace/read-packages.ts'

/** An import or re-export as written. */
export interface ImportStatement {
  readonly specifier: string
  /** Removed by compilation: `import type`, `export type`. */
  readonly isTypeOnly: boolean
  /** Loaded when it is needed: `import()`. */
}

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly owner: WorkspacePackage
  readonly isTest: boolean
  readonly imports: readonly ImportStatement[]
}

/** A violated rule of the layout. */
export interface Violation {
  readonly file: string
  readonly imports: string
  readonly why: string
}

/** Tests and what serves them alone, such as the stand-in of a venue that an adapter is tested with. */
const OF_TESTS = /\.(test|bench|fixture|arbitraries)\.tsx?$|\/test-setup\.ts$|\/adapters\/[^/]+\/lab\.ts$/

/** Every source file of the packages and apps below `root`, with its imports. */
export function readSources(root: string): SourceFile[] {
  return readPackages(root)
    .filter(({ kind }) => kind !== 'tests')
    .flatMap((owner) => sourcesOf(root, owner.folder).map((path) => readSource(root, path, owner)))
}

function readSource(root: string, path: string, owner: WorkspacePackage): SourceFile {
  return {
    path,
    owner,
    isTest: owner.isForTests || OF_TESTS.test(path),
    imports: importsOf(readFileSync(join(root, path), 'utf8')),
  }
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(type\s)?(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

function importsOf(text: string): ImportStatement[] {
  return [...text.matchAll(IMPORT)].map(([, type, specifier, lazy]) => ({
    specifier: specifier ?? lazy ?? '',
    isTypeOnly: type !== undefined,
  }))
}

function sourcesOf(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .map((entry) => `${folder}/src/${entry.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.(d|generated)\.tsx?$/.test(path))
      .toSorted()
  } catch {
    return []
  }
}
