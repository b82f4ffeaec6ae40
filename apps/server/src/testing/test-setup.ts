import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder that every server under test starts from a copy of. */
    readonly serverFolder: string
  }
}

type Template = Pick<ProvidedContext, 'databaseTemplate' | 'serverFolder'>

/** Runs once before the tests of the server and provides the database and the folder that they copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // A separate process: Vitest's module runner, in which this file runs, cannot load the server.
  const child = fork(join(import.meta.dirname, 'server-template.fixture.ts'), { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new Error('The server that the tests start from could not be created; see above')
  })
  const [template] = (await Promise.race([once(child, 'message'), failed])) as [Template]
  failed.catch(() => {})
  project.provide('databaseTemplate', template.databaseTemplate)
  project.provide('serverFolder', template.serverFolder)
  return async () => {
    child.disconnect()
    await ended
  }
}
