import { Button } from '@mantine/core'
import { IconTable, IconUpload } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { requireLogin } from '../../entities/user/login.ts'
import { DashboardPanel } from '../../entities/panels/dashboard-panel.tsx'
import { CalendarsPanel } from '../../features/market-data/calendars/calendars-panel.tsx'
import { ImportDialog } from '../../features/market-data/imports/import-dialog.tsx'
import { usePageDrop } from '../../features/market-data/imports/use-page-drop.ts'
import { PrivateDataPanel } from '../../features/market-data/private-data/private-data-panel.tsx'
import classes from '../../features/market-data/market-data.module.css'
import page from '../../ui/page.module.css'

const NONE: readonly File[] = []

export function MarketDataPage(): ReactElement {
  const user = useUser()
  const navigate = useNavigate()
  const { import: isWanted = false } = useSearch({ from: '/market-data' })
  const isImporting = isWanted && Boolean(user)
  /** Files that were dropped on the page. */
  const [files, setFiles] = useState(NONE)
  const start = async (dropped: readonly File[] = NONE): Promise<void> => {
    if (!(await requireLogin('Please log in to import market data'))) return
    setFiles(dropped)
    await navigate({ to: '.', search: (known) => ({ ...known, import: true }), resetScroll: false })
  }
  const close = (): void => {
    setFiles(NONE)
    void navigate({ to: '.', search: (known) => ({ ...known, import: undefined }), replace: true, resetScroll: false })
  }
  const isOver = usePageDrop((dropped) => !isImporting && void start(dropped))
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Market data</h1>
        <div className={page['actions']}>
          <Button
            component={Link}
            to="/data-sources"
            variant="default"
            leftSection={<IconTable size={14} aria-hidden />}
          >
            Data sources
          </Button>
          <Button leftSection={<IconUpload size={14} aria-hidden />} onClick={() => void start()}>
            Import data
          </Button>
        </div>
      </div>
      <div className={classes['grid']}>
        <DashboardPanel name="market-data" />
        <div className={classes['column']}>
          <DashboardPanel name="imports" />
          {user?.isAdmin ? <PrivateDataPanel /> : null}
          <CalendarsPanel />
        </div>
      </div>
      {isOver && !isImporting ? (
        <div className={classes['pageDrop']} aria-hidden>
          <IconUpload size={32} stroke={1.4} />
          Drop files to import them
        </div>
      ) : null}
      <ImportDialog isOpen={isImporting} files={files} onClose={close} />
    </div>
  )
}
