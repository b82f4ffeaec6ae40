import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CollateralBar } from '../../features/trading/accounts/collateral-bar.tsx'
import { TradingSettings } from '../../features/trading/trading-settings.tsx'
import type { Layout } from '../../entities/panels/layout.ts'
import classes from './layout-bar.module.css'
import { LayoutMenu } from './layout-menu.tsx'
import { LayoutState } from './layout-state.tsx'

const AddPanel = lazyPart(async () => (await import('./add-panel.tsx')).AddPanel)

interface LayoutBarProps {
  readonly layout: Layout | undefined
  readonly isNarrow: boolean
}

/** Which layout is on screen and what it is to become, and what the accounts are worth. */
export function LayoutBar({ layout, isNarrow }: LayoutBarProps): ReactElement {
  const [isAdding, setAdding] = useState(false)
  return (
    <header className={classes['bar']} data-narrow={isNarrow || undefined}>
      <LayoutMenu layout={layout} />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={layout === undefined}
        data-tour="add-panel"
        onClick={() => setAdding(true)}
      >
        Panel
      </Button>
      {layout === undefined ? null : <LayoutState layout={layout} />}
      <div className={classes['settings']} data-tour="trading">
        <TradingSettings />
      </div>
      <CollateralBar isNarrow={isNarrow} />
      <AddPanel isOpen={isAdding} onClose={() => setAdding(false)} />
    </header>
  )
}
