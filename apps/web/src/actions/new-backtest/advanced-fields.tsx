import { Button, Collapse, NumberInput, Select, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { RunModels } from '@tradeloom/contracts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'

interface AdvancedFieldsProps {
  readonly models: RunModels
  readonly onChange: (models: RunModels) => void
}

const PRICES = [
  { value: 'both', label: 'Bid and ask as they are' },
  { value: 'bid', label: 'Bid for both sides' },
  { value: 'ask', label: 'Ask for both sides' },
  { value: 'mid', label: 'Middle for both sides' },
]

const PATHS = [
  { value: 'adaptive', label: 'Nearer extreme first' },
  { value: 'ohlc', label: 'Open, high, low, close' },
]

const COSTS = [
  { key: 'perLot', label: 'Commission per lot (USD)', max: 10_000 },
  { key: 'percent', label: 'Commission (% of value)', max: 10 },
  { key: 'minimum', label: 'Least commission (USD)', max: 10_000 },
] as const

/** How prices, the way through a bar and costs are modelled; closed because the defaults are right for most. */
export function AdvancedFields({ models, onChange }: AdvancedFieldsProps): ReactElement {
  const [isOpen, { toggle }] = useDisclosure()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        px={4}
        leftSection={<Chevron size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        Prices and costs
      </Button>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" pt="xs">
          <Select
            label="Prices"
            allowDeselect={false}
            data={PRICES}
            value={models.prices}
            onChange={(prices) => prices !== null && onChange({ ...models, prices: prices as RunModels['prices'] })}
          />
          <Select
            label="Way through a minute bar"
            allowDeselect={false}
            data={PATHS}
            value={models.path}
            onChange={(path) => path !== null && onChange({ ...models, path: path as RunModels['path'] })}
          />
          <NumberInput
            label="Slippage (pips per fill)"
            min={0}
            max={1000}
            hideControls
            clampBehavior="strict"
            value={models.slippage.model === 'fixed' ? models.slippage.pips : models.slippage.meanPips}
            onChange={(pips) => onChange({ ...models, slippage: { model: 'fixed', pips: Number(pips) || 0 } })}
          />
          {COSTS.map(({ key, label, max }) => (
            <NumberInput
              key={key}
              label={label}
              min={0}
              max={max}
              hideControls
              clampBehavior="strict"
              value={models.commission[key]}
              onChange={(value) =>
                onChange({ ...models, commission: { ...models.commission, [key]: Number(value) || 0 } })
              }
            />
          ))}
        </SimpleGrid>
      </Collapse>
    </div>
  )
}
