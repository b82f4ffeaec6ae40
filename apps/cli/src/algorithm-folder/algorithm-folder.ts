import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlgorithmFile } from '@tradeloom/contracts'
import { UserError } from '@tradeloom/domain'
import { z } from 'zod'

const ABOUT = 'algorithm.json'
const SCRIPT = 'script.ts'
const VERSIONS = 'versions'

const about = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** The newest version in the folder: what `script.ts` was made from. */
  versionNo: z.number().int(),
  versionId: z.uuid(),
})
export type FolderAbout = z.infer<typeof about>

export interface AlgorithmFolder {
  readonly about: FolderAbout
  readonly script: string
}

/**
 * Writes an algorithm as files that a version control system compares well: the newest script, and each version with
 * its message. Files of versions never change.
 */
export async function writeFolder(dir: string, file: AlgorithmFile, ids: Pick<FolderAbout, 'id' | 'versionId'>) {
  const { name, description, tags, versions } = file
  const newest = versions.at(-1)
  await mkdir(join(dir, VERSIONS), { recursive: true })
  const kept = new Set(versions.flatMap(({ versionNo }) => [`${nameOf(versionNo)}.ts`, `${nameOf(versionNo)}.json`]))
  for (const old of await readdir(join(dir, VERSIONS))) {
    if (/^v\d{4,}\.(ts|json)$/.test(old) && !kept.has(old)) await rm(join(dir, VERSIONS, old))
  }
  for (const { versionNo, script, ...version } of versions) {
    await writeFile(join(dir, VERSIONS, `${nameOf(versionNo)}.ts`), script)
    await writeFile(join(dir, VERSIONS, `${nameOf(versionNo)}.json`), toJson({ versionNo, ...version }))
  }
  await writeFile(join(dir, SCRIPT), newest?.script ?? '')
  const written: FolderAbout = { ...ids, name, description, tags, versionNo: newest?.versionNo ?? 0 }
  // Last, so that a folder whose writing was interrupted is not taken for a whole one.
  await writeFile(join(dir, ABOUT), toJson(written))
}

export async function readFolder(dir: string): Promise<AlgorithmFolder> {
  const text = await readFile(join(dir, ABOUT), 'utf8').catch(() => null)
  if (text === null)
    throw new UserError('invalid-input', `${dir} is not the folder of an algorithm: it has no ${ABOUT}`)
  const parsed = about.safeParse(parseJson(text))
  if (!parsed.success) throw new UserError('invalid-input', `${join(dir, ABOUT)} is damaged: pull the algorithm again`)
  return { about: parsed.data, script: await readFile(join(dir, SCRIPT), 'utf8') }
}

/** The script that `script.ts` was made from. */
export function pulledScript(dir: string, versionNo: number): Promise<string> {
  return readFile(join(dir, VERSIONS, `${nameOf(versionNo)}.ts`), 'utf8')
}

function nameOf(versionNo: number): string {
  return `v${String(versionNo).padStart(4, '0')}`
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
