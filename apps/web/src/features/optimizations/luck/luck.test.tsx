import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorReply, mockApi, type MockReplies, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { SAMPLE_SETTINGS, sampleColumns } from '../rows/sample-rows.fixture.ts'
import { forgetOptimizationRows } from '../rows/use-optimization-rows.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

const optimization = sampleReply('getOptimization', {
  id: ID,
  algorithmId: ID,
  externalsSettings: SAMPLE_SETTINGS,
  status: 'Completed',
  done: 50,
  start: '2025-01-01T00:00:00.000Z',
  end: '2025-12-17T00:00:00.000Z',
  daysPerYear: 260,
  readOnly: false,
  objectives: [
    { metric: 'profit', better: 'higher' },
    { metric: 'maxDrawdown', better: 'lower' },
  ],
}) as Optimization

const luck: OptimizationLuck = {
  state: 'ready',
  revision: 50,
  distinctTrials: 48,
  days: 250,
  lineageTrials: 1240,
  best: { index: 24, sharpe: 0.1, probabilisticSharpe: 0.93, deflatedSharpe: 0.41, minimumTrackRecord: 271.2 },
  luckiestSharpe: 0.11,
  plateauIndex: 23,
  medianIndex: 7,
  edgeExternals: ['slow'],
  overfitting: { probability: 0.62, blocks: 12, leftOut: 10, histogram: [3, 6, 2, 1], from: -3, to: 3 },
  isAdaptive: false,
  superiorAbility: {
    lower: 0.2,
    consistent: 0.31,
    upper: 0.4,
    studentized: { p: 0.36, statistic: 2.1, drawn: { from: 1, to: 4, counts: [10, 20, 5] } },
  },
  realityCheck: 0.38,
  sharpes: { from: -0.1, to: 0.1, counts: [4, 20, 24] },
  sensitivity: [
    {
      external: 'fast',
      points: [
        { value: 15, objective: 70, isBest: false },
        { value: 25, objective: 100, isBest: true },
        { value: 35, objective: null, isBest: false },
      ],
      change: 0.3,
    },
  ],
}

const monteCarlo = {
  state: 'ready' as const,
  index: 24,
  draws: 1000,
  blocks: {
    times: [0, 1, 2].map((day) => Date.UTC(2026, 0, 1 + day)),
    actual: [10_000, 10_050, 10_100],
    p5: [10_000, 9_900, 9_800],
    p25: [10_000, 9_980, 9_960],
    p50: [10_000, 10_040, 10_080],
    p75: [10_000, 10_080, 10_160],
    p95: [10_000, 10_150, 10_300],
  },
  orderDrawdowns: {
    permuted: 'share' as const,
    money: { actual: 1.2, p50: 9.4, p95: 41.6, worst: 100, ruined: 12 },
    share: { actual: 1.2, p50: 1.4, p95: 2.6, worst: 4.1, ruined: 0 },
  },
  worseCosts: { profit: 61, maxDrawdownPercentage: 1.5, equity: [10_000, 10_030, 10_061] },
}

const seal = {
  sealedFrom: '2026-06-01T00:00:00.000Z',
  opened: null,
  openedBy: null,
  algorithms: 3,
  lineageTrials: 1240,
}

function open(replies: MockReplies = {}) {
  forgetOptimizationRows()
  const api = mockApi({
    getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
    getOptimization: optimization,
    getOptimizationResults: ({ query }) => (query['after'] === '0' ? sampleColumns(0, 50) : sampleColumns(50, 0)),
    getOptimizationLuck: luck,
    getOptimizationMonteCarlo: monteCarlo,
    getSeal: seal,
    ...replies,
  })
  renderPage(`/algorithms/${ID}/optimize/${ID}/luck`)
  return api
}

afterEach(() => vi.unstubAllGlobals())

describe('the page about luck', () => {
  it('begins with a verdict, figures first, and the thresholds behind it', async () => {
    open()
    expect(
      await screen.findByText('Luck explains the best result: 0 of 3 tests passed, after 1,240 trials.'),
    ).toBeTruthy()
    expect(screen.getByText(/^41\.00% confidence .* best of 1\.774 a year .* Wanted: at least 95%\./)).toBeTruthy()
    expect(screen.getByText(/^62\.0% of the ways .* Wanted: at most 5%\./)).toBeTruthy()
    expect(screen.getByText(/^36\.0% chance .* with no edge in any of them\. Wanted: at most 5%\./)).toBeTruthy()
    expect(screen.getByText(/Do not trade this result\.$/)).toBeTruthy()
  })

  it('shows best, plateau and median side by side with their externals', async () => {
    open()
    const table = within(await screen.findByRole('table', { name: 'Best, plateau and median' }))
    const texts = async (name: string) =>
      within(await table.findByRole('row', { name: new RegExp(`^${name} [+−\\d]`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Figure',
      'Best (No. 24)',
      'Best plateau (No. 23)',
      'Median (No. 7)',
    ])
    await vi.waitFor(async () => expect(await texts('slow')).toEqual(['50', '40', '80']))
    expect(await texts('Profit')).toEqual(['+100.00', '+96.00', '−56.00'])
  })

  it('warns about a best value at the end of its range, and leaves gaps where nothing was tested', async () => {
    open()
    expect(await screen.findByText(/The best value of slow lies at the end of its range/)).toBeTruthy()
    expect(screen.getByRole('img', { name: /by fast\. 15: 70\.00; 25: 100\.00$/ })).toBeTruthy()
  })

  it('shows what other orders of days and worse costs would have given', async () => {
    open()
    expect(await screen.findByText('9,800 to 10,300')).toBeTruthy()
    expect(screen.getByText('+61.00')).toBeTruthy()
    expect(screen.getByText('1.40% to 2.60%')).toBeTruthy()
  })

  it('waits for the study of a result that is under way', async () => {
    const nothing = { blocks: null, orderDrawdowns: null, worseCosts: null }
    open({ getOptimizationMonteCarlo: { ...monteCarlo, ...nothing, state: 'pending' } })
    expect(await screen.findByRole('heading', { name: 'Monte Carlo' })).toBeTruthy()
    expect(await screen.findByText('No. 24, 1,000 draws')).toBeTruthy()
    expect(screen.queryByText('The result has too few days and positions to draw them again.')).toBeNull()
  })

  it('puts in another order what fits the stakes of the run, and the other on a click', async () => {
    open()
    expect(await screen.findByText('Maximum drawdown, returns in another order')).toBeTruthy()
    expect(screen.getByText('actual 1.20%, worst 4.10%')).toBeTruthy()
    expect(screen.getByText(/Returns fit this run, whose stakes were nearer to a constant share/)).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Profits in money' }))
    expect(screen.getByText('Maximum drawdown, profits in money in another order')).toBeTruthy()
    expect(screen.getByText('actual 1.20%, worst 100.00%, 12 of 1,000 draws lose everything')).toBeTruthy()
  })

  it('opens the sealed data only after a confirmation that says it can be done once', async () => {
    const opened = { ...seal, opened: '2026-11-20T10:00:00.000Z', openedBy: 'ada' }
    const api = open({ openSeal: opened })
    await userEvent.click(await screen.findByRole('button', { name: 'Open the sealed data…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/This can be done once, for all versions and clones together/)).toBeTruthy()
    expect(api.requestsOf('openSeal')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Open once' }))
    expect(await screen.findByText(/was opened on 2026-11-20 10:00 UTC by ada/)).toBeTruthy()
    expect(api.requestsOf('openSeal')).toHaveLength(1)
  })

  it('seals the data from a day on', async () => {
    const unsealed = { ...seal, sealedFrom: null }
    const api = open({ getSeal: unsealed, setSeal: seal })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Seal from' }), '06/01/2026{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Seal' }))
    expect(await screen.findByText(/is sealed for 3 algorithms of this lineage, after 1,240 trials/)).toBeTruthy()
    expect(api.requestsOf('setSeal')[0]?.body).toEqual({ sealedFrom: '2026-06-01T00:00:00.000Z' })
  })

  it('says why sealed data cannot be opened', async () => {
    const refused = () => errorReply(409, { code: 'opened', message: 'Opened on 2026-11-20 by bob' })
    open({ openSeal: refused })
    await userEvent.click(await screen.findByRole('button', { name: 'Open the sealed data…' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Open once' }))
    expect(await screen.findByText('Opened on 2026-11-20 by bob')).toBeTruthy()
  })

  it('does not count the probability of overfitting of a search that learned while it ran', async () => {
    open({ getOptimizationLuck: { ...luck, isAdaptive: true, best: { ...luck.best!, deflatedSharpe: 0.97 } } })
    expect(await screen.findByText('Luck cannot be ruled out: 1 of 2 tests passed, after 1,240 trials.')).toBeTruthy()
    expect(screen.getByText(/it is not counted\./)).toBeTruthy()
  })

  it('says that even the best result earned less than the risk-free rate', async () => {
    open({ getOptimizationLuck: { ...luck, best: { ...luck.best!, sharpe: -0.02 } } })
    expect(
      await screen.findByText(
        'Even the best result earns less than a risk-free rate of 2% a year: its Sharpe ratio is not above zero, after 1,240 trials.',
      ),
    ).toBeTruthy()
  })

  it('calls a ranking that lasts no evidence for an edge', async () => {
    open({ getOptimizationLuck: { ...luck, overfitting: { ...luck.overfitting!, probability: 0 } } })
    expect(await screen.findByText(/^Luck explains the best result: 1 of 3 tests passed/)).toBeTruthy()
    expect(screen.getByText(/the costs of trading alone can make one last/)).toBeTruthy()
  })

  it('judges by the Reality Check where all trials traded on too few days', async () => {
    const ability = { ...luck.superiorAbility!, studentized: null }
    open({ getOptimizationLuck: { ...luck, superiorAbility: ability, realityCheck: 0.03 } })
    expect(await screen.findByText(/^Luck cannot be ruled out: 1 of 3 tests passed/)).toBeTruthy()
    expect(screen.getByText(/^3\.0% chance/)).toBeTruthy()
  })

  it('shows where the best trial lies among draws without an edge', async () => {
    open()
    const name = /^Best ratio of mean and deviation .*: 35 draws from 1\.00 to 4\.00\. Best trial here: 2\.10\./
    expect(await screen.findByRole('img', { name })).toBeTruthy()
  })

  it('never claims certainty, however good the figures are', async () => {
    open({
      getOptimizationLuck: {
        ...luck,
        best: { ...luck.best!, deflatedSharpe: 0.999 },
        overfitting: { ...luck.overfitting!, probability: 0.01 },
        superiorAbility: { ...luck.superiorAbility!, studentized: { ...luck.superiorAbility!.studentized!, p: 0.001 } },
      },
    })
    expect(await screen.findByText(/^Luck alone is an unlikely explanation of the best result: 3 of 3/)).toBeTruthy()
    expect(screen.getByText(/None of this promises a profit/)).toBeTruthy()
  })

  it('says that there is nothing to judge before the first results', async () => {
    open({ getOptimizationLuck: { ...luck, state: 'no-results', best: null } })
    expect(await screen.findByText('No results yet')).toBeTruthy()
  })

  it('waits while the figures are being computed', async () => {
    open({ getOptimizationLuck: { ...luck, state: 'pending', best: null } })
    expect(await screen.findByText(/^Being computed\./)).toBeTruthy()
  })

  it('says when the optimization does not exist', async () => {
    open({ getOptimization: () => errorReply(404, { code: 'not-found', message: 'Not found' }) })
    expect(await screen.findByText('Optimization not found')).toBeTruthy()
  })
})
