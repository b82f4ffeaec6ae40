import { Button, Menu } from '@mantine/core'
import type { BacktestDetail, ReportFormat } from '@tradeloom/contracts'
import { IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { endpointUrl } from '../../../../api/call.ts'

const FILES: readonly { readonly format: ReportFormat; readonly name: string }[] = [
  { format: 'html', name: 'Report (HTML)' },
  { format: 'json', name: 'Everything (JSON)' },
  { format: 'equity-csv', name: 'Equity (CSV)' },
  { format: 'positions-parquet', name: 'Positions (Parquet)' },
  { format: 'bundle', name: 'To verify elsewhere (JSON)' },
]

/** Downloads of an own result, and printing. */
export function ExportMenu({ result }: { readonly result: BacktestDetail }): ReactElement {
  const { id } = result
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILES.map(({ format, name }) => (
          <Menu.Item
            key={format}
            component="a"
            c="inherit"
            href={endpointUrl('getBacktestReport', { params: { id }, query: { format } })}
            download
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Item
          component="a"
          c="inherit"
          href={endpointUrl('getBacktestPositions', { params: { id }, query: { format: 'CSV' } })}
          download
        >
          Positions (CSV)
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>Print or save as PDF</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
