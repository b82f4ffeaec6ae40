import { Menu } from '@mantine/core'
import type { Algorithm, MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { ownAlgorithmsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { NewBacktestDialog } from '../../features/backtests/lazy-new-backtest-dialog.ts'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'

interface BacktestMenuItemsProps extends LazyMenuProps {
  readonly instrument: MarketInstrument
}

/** The user's algorithms: the one that is chosen is tested on the instrument. */
export function BacktestMenuItems({ instrument, button, isOpen, onChange }: BacktestMenuItemsProps): ReactElement {
  const { data, isError } = useQuery(ownAlgorithmsQuery)
  const [chosen, setChosen] = useState<Algorithm | null>(null)
  const hasPrices = instrument.series.length > 0
  return (
    <>
      <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={260}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{hasPrices ? 'Test an algorithm' : 'No prices are stored for it yet'}</Menu.Label>
          {hasPrices
            ? data?.map((algorithm) => (
                <Menu.Item key={algorithm.id} onClick={() => setChosen(algorithm)}>
                  <span className="truncate">{algorithm.name}</span>
                </Menu.Item>
              ))
            : null}
          {isError ? <Menu.Label>Your algorithms could not be loaded</Menu.Label> : null}
          {hasPrices && data?.length === 0 ? <Menu.Label>You have no algorithm yet</Menu.Label> : null}
          <Menu.Divider />
          <Menu.Item renderRoot={(props) => <Link to={hasPrices ? '/algorithms' : '/market-data'} {...props} />}>
            {hasPrices ? 'All algorithms' : 'Import market data'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {chosen === null ? null : (
        <NewBacktestDialog
          algorithm={chosen}
          again={null}
          instrumentId={instrument.id}
          isOpen
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
