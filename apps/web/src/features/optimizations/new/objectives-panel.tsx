import { ActionIcon, Button, Flex, Select, Stack, Text, TextInput } from '@mantine/core'
import { RANKING_METRICS } from '@tradeloom/metrics'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './new-optimization.module.css'
import type { SearchPanelProps } from './panel-props.ts'
import type { ConstraintDraft, ObjectiveDraft } from './search-draft.ts'

const MAX_OBJECTIVES = 3
const MAX_CONSTRAINTS = 10
const METRIC_OPTIONS = RANKING_METRICS.map(({ key, title }) => ({ value: key, label: title }))
const BETTER = [
  { value: 'higher', label: 'Higher is better' },
  { value: 'lower', label: 'Lower is better' },
]
const BOUNDS = [
  { value: 'at-least', label: 'At least' },
  { value: 'at-most', label: 'At most' },
]

/** What makes a backtest good, and what it must fulfill. */
export function ObjectivesPanel({ search, errors, onChange }: SearchPanelProps): ReactElement {
  const { objectives, constraints } = search
  const setObjective = (place: number, changes: Partial<ObjectiveDraft>): void =>
    onChange({ objectives: objectives.map((one, k) => (k === place ? { ...one, ...changes } : one)) })
  const setConstraint = (place: number, changes: Partial<ConstraintDraft>): void =>
    onChange({ constraints: constraints.map((one, k) => (k === place ? { ...one, ...changes } : one)) })
  const unused = RANKING_METRICS.find(({ key }) => !objectives.some(({ metric }) => metric === key))
  return (
    <Stack gap={8}>
      <Text component="h3" size="sm" fw={600} m={0}>
        Objective
      </Text>
      {objectives.map(({ metric, better }, place) => (
        <div key={`${place} ${metric}`} className={classes['rule']}>
          <Select
            aria-label={`Objective ${place + 1}`}
            searchable
            allowDeselect={false}
            data={METRIC_OPTIONS.filter(
              ({ value }) => value === metric || !objectives.some((one) => one.metric === value),
            )}
            value={metric}
            onChange={(key) => key !== null && setObjective(place, { metric: key, better: betterOf(key) })}
          />
          <Select
            aria-label={`Direction of objective ${place + 1}`}
            allowDeselect={false}
            data={BETTER}
            value={better}
            onChange={(value) => setObjective(place, { better: value === 'lower' ? 'lower' : 'higher' })}
          />
          {objectives.length === 1 ? null : (
            <ActionIcon
              aria-label={`Remove objective ${place + 1}`}
              onClick={() => onChange({ objectives: objectives.filter((_, k) => k !== place) })}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {constraints.map(({ metric, bound, value }, place) => (
        <div key={`${place} ${metric}`} className={classes['rule']}>
          <Select
            aria-label={`Constraint ${place + 1}`}
            searchable
            allowDeselect={false}
            data={METRIC_OPTIONS}
            value={metric}
            onChange={(key) => key !== null && setConstraint(place, { metric: key })}
          />
          <Select
            aria-label={`Bound of constraint ${place + 1}`}
            allowDeselect={false}
            data={BOUNDS}
            value={bound}
            onChange={(next) => setConstraint(place, { bound: next === 'at-most' ? 'at-most' : 'at-least' })}
          />
          <TextInput
            aria-label={`Value of constraint ${place + 1}`}
            name={`constraints.${place}`}
            autoComplete="off"
            inputMode="decimal"
            error={errors[`constraints.${place}`]}
            value={value}
            onChange={({ currentTarget }) => setConstraint(place, { value: currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove constraint ${place + 1}`}
            onClick={() => onChange({ constraints: constraints.filter((_, k) => k !== place) })}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Flex gap={8} wrap="wrap">
        {objectives.length < MAX_OBJECTIVES && unused !== undefined ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() =>
              onChange({ objectives: [...objectives, { metric: unused.key, better: betterOf(unused.key) }] })
            }
          >
            Add an objective
          </Button>
        ) : null}
        {constraints.length < MAX_CONSTRAINTS ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() =>
              onChange({ constraints: [...constraints, { metric: 'maxDrawdown', bound: 'at-most', value: '20' }] })
            }
          >
            Add a constraint
          </Button>
        ) : null}
      </Flex>
    </Stack>
  )
}

function betterOf(key: string): ObjectiveDraft['better'] {
  return RANKING_METRICS.find((metric) => metric.key === key)?.better === 'lower' ? 'lower' : 'higher'
}
