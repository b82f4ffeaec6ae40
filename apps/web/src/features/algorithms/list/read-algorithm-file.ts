import { type AlgorithmFile, algorithmFile } from '@tradeloom/contracts'

const SCRIPT = /\.([jt]s)$/i
/** What a page offers to choose: exported algorithms, and scripts. */
export const ALGORITHM_FILES = 'application/json,.json,.js,.ts,text/javascript'

/** An exported algorithm, or a script as an algorithm of one version that has the name of its file. Throws Error. */
export async function readAlgorithmFile(file: File): Promise<AlgorithmFile> {
  const text = await file.text()
  if (!SCRIPT.test(file.name)) return parsed(exported(text))
  const name = file.name.replace(SCRIPT, '').trim()
  const version = { versionNo: 1, message: '', time: new Date(file.lastModified).toISOString(), script: text }
  return parsed({
    format: 'tradeloom-algorithm',
    version: 1,
    name: name === '' ? file.name : name,
    description: '',
    tags: [],
    versions: [{ ...version, indicators: [] }],
  })
}

function exported(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('This is not an exported algorithm')
  }
}

function parsed(content: unknown): AlgorithmFile {
  const found = algorithmFile.safeParse(content)
  if (found.success) return found.data
  throw new Error(found.error.issues[0]?.message ?? 'This is not an exported algorithm')
}
