import { Button, Menu } from '@mantine/core'
import type { BacktestDetail, ReportFormat, SharedReportFormat } from '@tradeloom/contracts'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { endpointUrl } from '../../../../api/call.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { printWhole } from '../../../../ui/printing.ts'

const PictureDialog = lazyPart(async () => (await import('../picture/picture-dialog.tsx')).PictureDialog)

const SHARED_FILES: readonly { readonly format: SharedReportFormat; readonly name: string }[] = [
  { format: 'html', name: 'Report (HTML)' },
  { format: 'json', name: 'Everything (JSON)' },
]

const OWN_FILES: readonly { readonly format: ReportFormat; readonly name: string }[] = [
  { format: 'equity-csv', name: 'Equity curve, thinned (CSV)' },
  { format: 'daily-equity-csv', name: 'Equity by day (CSV)' },
  { format: 'positions-parquet', name: 'Positions (Parquet)' },
  { format: 'bundle', name: 'To verify elsewhere (JSON)' },
]

/** Downloads of a result, and printing. Of a run of another user, only what is shared. */
export function ExportMenu({ result }: { readonly result: BacktestDetail }): ReactElement {
  const { id, readOnly } = result
  const client = useQueryClient()
  const [isPicture, setPicture] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SHARED_FILES.map(({ format, name }) => (
            <FileItem
              key={format}
              name={name}
              url={endpointUrl('getBacktestReport', { isShared: readOnly, params: { id }, query: { format } })}
            />
          ))}
          {readOnly ? null : <OwnFiles id={id} />}
          <Menu.Divider />
          <Menu.Item onClick={() => setPicture(true)}>Picture to share</Menu.Item>
          <Menu.Item onClick={() => void printWhole(client)}>Print or save as PDF</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PictureDialog result={result} isOpen={isPicture} onClose={() => setPicture(false)} />
    </>
  )
}

function OwnFiles({ id }: { readonly id: string }): ReactElement {
  return (
    <>
      {OWN_FILES.map(({ format, name }) => (
        <FileItem
          key={format}
          name={name}
          url={endpointUrl('getBacktestReport', { params: { id }, query: { format } })}
        />
      ))}
      <FileItem
        name="Positions (CSV)"
        url={endpointUrl('getBacktestPositions', { params: { id }, query: { format: 'CSV' } })}
      />
    </>
  )
}

function FileItem({ name, url }: { readonly name: string; readonly url: string }): ReactElement {
  return (
    <Menu.Item component="a" c="inherit" href={url} download>
      {name}
    </Menu.Item>
  )
}
