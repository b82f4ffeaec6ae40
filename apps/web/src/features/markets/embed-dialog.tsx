import '@mantine/dates/styles.layer.css'
import { Button, CopyButton, Group, Modal, SegmentedControl, Stack, Textarea } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { type ReactElement, useState } from 'react'
import { useSetting } from '../../entities/settings/use-setting.ts'
import { CHART_CHOICE } from '../../entities/charts/chart-settings.ts'
import { EmbedSize } from './embed-size.tsx'
import { type Embedded, embedAddress, embedCode, FIRST_DAY, MIN_HEIGHT, MIN_WIDTH } from './embedded.ts'
import { useInstrument } from '../../entities/instruments/use-instrument.ts'

interface EmbedDialogProps extends Pick<Embedded, 'instrumentId' | 'interval'> {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const LIVE = 'Moves with the market'
const FIXED = 'A period'

/** The code that shows a chart in a page elsewhere, with a preview. It shows what the panel does: interval, side and type. */
export function EmbedDialog({ instrumentId, interval, isOpen, onClose }: EmbedDialogProps): ReactElement {
  const instrument = useInstrument(instrumentId)
  const [{ side, type }] = useSetting(CHART_CHOICE)
  const [width, setWidth] = useState(700)
  const [height, setHeight] = useState(400)
  const [kind, setKind] = useState(LIVE)
  const [from, setFrom] = useState<string | null>(() => lastWeek().from)
  const [to, setTo] = useState<string | null>(() => lastWeek().to)
  const [start, end] = [from, to].map((text) => (text === null ? undefined : Date.parse(`${text.replace(' ', 'T')}Z`)))
  const problem = kind === LIVE ? null : problemOf(start, end)
  const chart: Embedded = { instrumentId, interval, side, type, ...(kind === LIVE ? {} : { start, end }) }
  const { origin } = window.location
  const title = instrument ? `${instrument.displaySymbol} on ${instrument.exchangeName}` : instrumentId
  const code = embedCode(origin, chart, { width, height, title })
  const picker = {
    withSeconds: true,
    valueFormat: 'MM/DD/YYYY HH:mm:ss',
    minDate: FIRST_DAY,
    excludeDate: (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === SATURDAY,
    timePickerProps: { minutesStep: 5, secondsStep: 5, withDropdown: true },
    popoverProps: { withinPortal: true },
    style: { flex: 1 },
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Embed the chart of ${title}`}
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <EmbedSize label="Width" value={width} least={MIN_WIDTH} onChange={setWidth} />
          <EmbedSize label="Height" value={height} least={MIN_HEIGHT} onChange={setHeight} />
        </Group>
        <SegmentedControl size="xs" aria-label="What it shows" data={[LIVE, FIXED]} value={kind} onChange={setKind} />
        {kind === LIVE ? null : (
          <Group gap="sm" align="flex-start">
            <DateTimePicker label="Start (UTC)" value={from} onChange={setFrom} {...picker} />
            <DateTimePicker label="End (UTC)" value={to} onChange={setTo} error={problem} {...picker} />
          </Group>
        )}
        {problem === null ? (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- it is a page of this server, and needs its socket
          <iframe
            key={embedAddress(origin, chart)}
            src={embedAddress(origin, chart)}
            title={`Preview of ${title}`}
            style={{
              width: '100%',
              maxWidth: width,
              height: Math.min(height, MAX_PREVIEW),
              border: '1px solid var(--line)',
            }}
          />
        ) : null}
        <Textarea
          label="Code"
          readOnly
          autosize
          minRows={3}
          value={problem === null ? code : ''}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end">
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button disabled={problem !== null} onClick={copy}>
                {copied ? 'Copied' : 'Copy code'}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Modal>
  )
}

const SATURDAY = 6
const DAY_MS = 86_400_000

/** The seven days before today, or before Friday on a Saturday: no period begins or ends on one. */
function lastWeek(): { readonly from: string; readonly to: string } {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const end = new Date(today).getUTCDay() === SATURDAY ? today - DAY_MS : today
  const [from = '', to = ''] = [end - 7 * DAY_MS, end].map(
    (time) => `${new Date(time).toISOString().slice(0, 10)} 00:00:00`,
  )
  return { from, to }
}

/** More of it would push the code out of the dialog. */
const MAX_PREVIEW = 320

function problemOf(start: number | undefined, end: number | undefined): string | null {
  if (start === undefined || end === undefined) return 'Choose when the period starts and ends'
  return start < end ? null : 'The period ends before it starts'
}
