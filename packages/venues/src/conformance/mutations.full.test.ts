import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMutations } from './find-adapters.fixture.ts'
import type { Mutation } from './mutation.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SUITE = 'packages/venues/src/conformance/trading.test.ts'
const OPTIONS = ['--maxWorkers=1', '--testTimeout=60000', '--bail=1']
const HOOK = join(import.meta.dirname, 'mutate.fixture.ts')

/** The summary of a run of the suite with one fault in the adapter. */
async function suiteWith(
  mutation: Mutation & { readonly folder?: string },
): Promise<{ readonly code: number; readonly text: string }> {
  // A fault of one adapter is nothing that another one shows.
  const only = mutation.folder === undefined ? [] : ['-t', mutation.folder.toUpperCase()]
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...OPTIONS, ...only, SUITE],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${HOOK}`,
        TRADELOOM_MUTATION: JSON.stringify(mutation),
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, text }
}

const MUTATIONS = await findMutations()

describe('the conformance suite', () => {
  it('passes for the adapter as it is', async () => {
    const untouched = { name: 'nothing', file: 'index.ts', from: 'ADAPTERS', to: 'ADAPTERS' }
    expect(await suiteWith(untouched)).toMatchObject({ code: 0 })
  })

  it.each(MUTATIONS)('notices an adapter in $folder that $name', async (mutation) => {
    const { code, text } = await suiteWith(mutation)
    // A fault that is not there, or breaks the file, would be noticed by anything.
    expect(text).not.toMatch(/does not hold exactly once|SyntaxError|Failed Suites/)
    expect([mutation.name, code]).toEqual([mutation.name, 1])
    expect(text).toMatch(/Tests .*[1-9]\d* failed/)
  })
})
