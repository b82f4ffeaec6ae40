import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { optimizationStrategy, type OptimizationStrategy } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { strategyLabel } from '../optimization-labels.ts'
import { carryRanges } from './carry-ranges.ts'
import classes from './new-optimization.module.css'
import type { SearchPanelProps } from './panel-props.ts'
import type { GeneticKey } from './search-draft.ts'

const DESCRIPTIONS: Readonly<Record<OptimizationStrategy, string>> = {
  exhaustive: 'Every combination',
  genetic: 'Breeds the best combinations further',
  random: 'Combinations at random, none twice',
  tpe: 'Learns where good combinations are',
  nsga2: 'Several objectives at once',
}

const GENETIC_FIELDS: readonly { readonly key: GeneticKey; readonly label: string }[] = [
  { key: 'generations', label: 'Generations' },
  { key: 'populationSize', label: 'Population size' },
  { key: 'survivorCount', label: 'Survivor count' },
  { key: 'mutationRate', label: 'Mutation rate' },
  { key: 'noImprovementCount', label: 'Complete if: generations without improvement' },
  { key: 'maxBacktestsCount', label: 'Complete once: backtests' },
]

/** How to search, and the settings of that strategy. */
export function StrategyPanel({ search, errors, onChange }: SearchPanelProps): ReactElement {
  const { strategy, genetic, budget, seed } = search
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label="Strategy"
          description={DESCRIPTIONS[strategy]}
          allowDeselect={false}
          data={optimizationStrategy.options.map((value) => ({ value, label: strategyLabel(value) }))}
          value={strategy}
          onChange={(value) => {
            const next = (value ?? 'exhaustive') as OptimizationStrategy
            onChange({ strategy: next, externals: carryRanges(search.externals, strategy, next) })
          }}
        />
        {strategy === 'exhaustive' ? null : (
          <TextInput
            label="Seed"
            name="seed"
            autoComplete="off"
            description="The same seed searches in the same way; empty: a new one"
            inputMode="numeric"
            error={errors['seed']}
            value={seed}
            onChange={({ currentTarget }) => onChange({ seed: onlyNumber(currentTarget.value, seed) })}
          />
        )}
        {strategy === 'exhaustive' || strategy === 'genetic' ? null : (
          <TextInput
            label="Backtests at most"
            name="budget"
            autoComplete="off"
            inputMode="numeric"
            error={errors['budget']}
            value={budget}
            onChange={({ currentTarget }) => onChange({ budget: onlyNumber(currentTarget.value, budget) })}
          />
        )}
      </SimpleGrid>
      {strategy === 'genetic' ? (
        <fieldset className={classes['external']}>
          <legend>Genetic Optimization Settings</legend>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {GENETIC_FIELDS.map(({ key, label }) => (
              <TextInput
                key={key}
                label={label}
                name={`genetic.${key}`}
                autoComplete="off"
                inputMode="decimal"
                error={errors[`genetic.${key}`]}
                value={genetic[key]}
                onChange={({ currentTarget }) =>
                  onChange({ genetic: { ...genetic, [key]: onlyNumber(currentTarget.value, genetic[key]) } })
                }
              />
            ))}
          </SimpleGrid>
        </fieldset>
      ) : null}
    </>
  )
}

/** Fields that accept only numbers keep what they had. */
function onlyNumber(text: string, before: string): string {
  return /^\d*\.?\d*$/.test(text) ? text : before
}
