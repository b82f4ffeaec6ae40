import type { ExternalDeclaration, ExternalsSetting, Optimization } from '@tradeloom/contracts'
import type { ExternalDraft, GeneticKey, SearchDraft, SteppedDraft } from './search-draft.ts'

/** As the specification has them. */
const GENETIC: Readonly<Record<GeneticKey, string>> = {
  generations: '25',
  populationSize: '20',
  survivorCount: '10',
  mutationRate: '0.1',
  noImprovementCount: '3',
  maxBacktestsCount: '1000',
}

/** The search of an optimization to repeat, else the one last used, else defaults. */
export function firstSearch(
  declared: readonly ExternalDeclaration[],
  again: Optimization | null,
  last: SearchDraft | null,
): SearchDraft {
  const first = again === null ? (last ?? defaults()) : repeated(again)
  return { ...first, externals: externalDrafts(declared, first.externals) }
}

/** Drafts of the externals that a version declares: the known one, else its default. */
export function externalDrafts(
  declared: readonly ExternalDeclaration[],
  known: SearchDraft['externals'],
): Record<string, ExternalDraft> {
  return Object.fromEntries(declared.map(({ name, defaultValue }) => [name, known[name] ?? draftAt(defaultValue)]))
}

function draftAt(value: number | undefined): ExternalDraft {
  const from = value === undefined ? '' : String(value)
  return { exhaustive: { from, to: '', count: 1 }, stepped: { ...STEPPED, from } }
}

const STEPPED: SteppedDraft = {
  isOptimized: false,
  from: '',
  to: '',
  kind: 'integer',
  decimalPlaces: '2',
  roundTo: '',
}

function defaults(): SearchDraft {
  return {
    strategy: 'exhaustive',
    externals: {},
    genetic: GENETIC,
    budget: '200',
    objectives: [{ metric: 'profit', better: 'higher' }],
    constraints: [],
    walkForward: {
      isOn: false,
      // They follow the period.
      trainDays: '',
      testDays: '',
      embargoDays: '1',
      anchored: false,
      choose: 'best',
      moreTrainDays: '',
      moreTestDays: '',
    },
    seed: '',
  }
}

function repeated(again: Optimization): SearchDraft {
  const first = defaults()
  const { strategy, genetic, budget, objectives, constraints, walkForward, externalsSettings, seed } = again
  return {
    ...first,
    strategy,
    externals: Object.fromEntries(externalsSettings.map((setting) => [setting.name, repeatedExternal(setting)])),
    genetic:
      genetic === null
        ? first.genetic
        : {
            generations: String(genetic.generations),
            populationSize: String(genetic.populationSize),
            survivorCount: String(genetic.survivorCount),
            mutationRate: String(genetic.mutationRate),
            noImprovementCount: String(genetic.noImprovementCount),
            maxBacktestsCount: String(genetic.maxBacktestsCount),
          },
    budget: budget === null ? first.budget : String(budget),
    objectives,
    constraints: constraints.map((one) => ({ ...one, value: String(one.value) })),
    walkForward:
      walkForward === null
        ? first.walkForward
        : {
            isOn: true,
            trainDays: String(walkForward.trainDays),
            testDays: String(walkForward.testDays),
            embargoDays: String(walkForward.embargoDays),
            anchored: walkForward.anchored,
            choose: walkForward.choose,
            moreTrainDays: walkForward.matrix?.trainDays.join(', ') ?? '',
            moreTestDays: walkForward.matrix?.testDays.join(', ') ?? '',
          },
    seed: String(seed),
  }
}

function repeatedExternal(setting: ExternalsSetting): ExternalDraft {
  const from = String(setting.start)
  const to = String(setting.end)
  if ('count' in setting) {
    return {
      exhaustive: { from, to: setting.count === 1 ? '' : to, count: setting.count },
      stepped: { ...STEPPED, from },
    }
  }
  const { step, decimalPlaces } = setting
  return {
    exhaustive: { from, to: '', count: 1 },
    stepped: {
      isOptimized: true,
      from,
      to,
      kind: step === 0 ? 'decimal' : step === 1 ? 'integer' : 'round',
      decimalPlaces: step === 0 ? String(decimalPlaces) : STEPPED.decimalPlaces,
      roundTo: step > 0 && step !== 1 ? String(step) : '',
    },
  }
}
