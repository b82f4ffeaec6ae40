import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InlineWorker } from '../../testing/inline-worker.ts'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import type { TypeProblem } from '../../entities/scripts/problems.ts'
import type { CodeSurfaceProps } from '../../entities/scripts/surface-props.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const SAVED = 'function onTick() { log(1) }'
const TYPED = 'function onTick() { log(12) }'
const PROBLEM: TypeProblem = { line: 1, column: 1, endColumn: 2, message: 'no such member', severity: 'error' }

/** A code editor that contains one key more than it has reported. */
function AheadSurface({ handle, onSave, onRun, onTypeProblems }: CodeSurfaceProps) {
  useImperativeHandle(handle, () => ({ text: () => TYPED, reveal() {}, insert() {}, apply() {} }))
  return (
    <>
      <button type="button" onClick={onSave}>
        Ctrl+S
      </button>
      <button type="button" onClick={onRun}>
        Ctrl+Enter
      </button>
      <button type="button" onClick={() => onTypeProblems([PROBLEM])}>
        Check types
      </button>
    </>
  )
}

vi.mock('../../entities/scripts/load-surface.ts', () => ({
  loadSurface: () => Promise.resolve({ MonacoSurface: AheadSurface }),
}))

const user = { ...sampleReply('currentUser'), id: ID }
const version = {
  ...sampleReply('getVersion'),
  id: ID,
  algorithmId: ID,
  script: SAVED,
  check: null,
} as AlgorithmVersion

function openMocked() {
  return mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user },
    getAlgorithm: {
      ...sampleReply('getAlgorithm'),
      id: ID,
      userId: ID,
      readOnly: false,
      latestVersion: version,
    } as Algorithm,
    listVersions: [version],
    getVersion: version,
    saveVersion: ({ body }) => ({ ...version, script: (body as { script: string }).script, warnings: [] }),
    getIndicator: {
      ...sampleReply('getIndicator'),
      id: ID,
      userId: ID,
      system: false,
      readOnly: false,
      script: SAVED,
    },
    saveIndicator: ({ body }) => ({
      ...sampleReply('saveIndicator'),
      id: ID,
      userId: ID,
      script: (body as { script: string }).script,
      warnings: [],
    }),
  })
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('Worker', InlineWorker)
})
afterEach(() => vi.unstubAllGlobals())

it.each(['Ctrl+S', 'Ctrl+Enter'])(
  'saves the last key of an algorithm that the page has not seen yet: %s',
  async (key) => {
    const api = openMocked()
    renderPage(`/algorithms/${ID}/edit`)
    fireEvent.click(await screen.findByRole('button', { name: key }))
    await waitFor(() =>
      expect(api.requestsOf('saveVersion').map(({ body }) => body)).toMatchObject([{ script: TYPED }]),
    )
  },
)

it.each([
  ['in green that a version was saved', '', 'teal'],
  ['in yellow that it was saved with what the editor marks', ' with 1 error', 'yellow'],
])('says %s', async (_, errors, color) => {
  openMocked()
  renderPage(`/algorithms/${ID}/edit`)
  const save = await screen.findByRole('button', { name: 'Ctrl+S' })
  if (errors !== '') fireEvent.click(screen.getByRole('button', { name: 'Check types' }))
  fireEvent.click(save)
  const toast = await screen.findByText(`Saved as ${version.displayVersionNo}${errors}`)
  const style = toast.closest<HTMLElement>('.mantine-Notification-root')?.style
  expect(style?.getPropertyValue('--notification-color')).toContain(color)
})

it('saves the last key of an indicator that the page has not seen yet', async () => {
  const api = openMocked()
  renderPage(`/indicators/${ID}/edit`)
  fireEvent.click(await screen.findByRole('button', { name: 'Ctrl+S' }))
  await waitFor(() => expect(api.requestsOf('saveIndicator').map(({ body }) => body)).toEqual([{ script: TYPED }]))
})
