import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { EmergencyKit } from '@tradeloom/contracts'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatDay } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { printText } from '../../ui/print-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { AdminPage } from './admin-page.tsx'
import classes from './emergency-kit-page.module.css'
import { TerminalCommands } from './terminal-commands.tsx'

/** What somebody needs who has lost the machine, to be printed: shown on request only, and kept nowhere. */
export function EmergencyKitPage(): ReactElement {
  const [kit, setKit] = useState<EmergencyKit | null>(null)
  return (
    <AdminPage
      title="Emergency kit"
      actions={kit === null ? null : <KitActions kit={kit} onHide={() => setKit(null)} />}
    >
      {() => (kit === null ? <Closed onOpen={setKit} /> : <Kit kit={kit} />)}
    </AdminPage>
  )
}

function Closed({ onOpen }: { readonly onOpen: (kit: EmergencyKit) => void }): ReactElement {
  const asking = useMutation({
    mutationFn: () => call('emergencyKit', {}),
    onSuccess: onOpen,
    onError: (problem) => toastError(errorText(problem), 'emergency-kit'),
  })
  return (
    <EmptyState
      title="Could you come back without this machine?"
      text="The kit has the master key, the key and address of the backups, and the commands that restore them. Print it, and keep it where no one else can read it: it opens everything."
      action={
        <Button loading={asking.isPending} onClick={() => asking.mutate()}>
          Show the kit
        </Button>
      }
    />
  )
}

function KitActions({ kit, onHide }: { readonly kit: EmergencyKit; readonly onHide: () => void }): ReactElement {
  return (
    <>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => printText(textOf(kit))}>
        Print
      </Button>
      <Button variant="default" onClick={onHide}>
        Hide
      </Button>
    </>
  )
}

function Kit({ kit }: { readonly kit: EmergencyKit }): ReactElement {
  const { masterKey, backupKey, place, settings, commands } = kit
  return (
    <>
      <Panel title="Keys" detail="Print it again whenever a key or the store is replaced">
        <dl className={classes['keys']}>
          <Entry name="Master key" value={masterKey ?? 'There is none yet: nothing is sealed'} />
          <Entry name="Backup key" value={backupKey ?? missingKey(place)} />
          <Entry name="Backups" value={place} />
        </dl>
      </Panel>
      {settings.length === 0 ? null : (
        <Panel title="Set these first">
          <dl className={classes['keys']}>
            {settings.map(({ name, value }) => (
              <Entry key={name} name={name} value={value} />
            ))}
          </dl>
        </Panel>
      )}
      <TerminalCommands
        title="Then, in the terminal of the new machine"
        commands={Object.fromEntries(commands.map(({ purpose, command }) => [purpose, command]))}
      />
    </>
  )
}

function Entry({ name, value }: { readonly name: string; readonly value: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  )
}

function missingKey(place: string): string {
  return /^[a-z\d]+:/.test(place) ? 'The first upload creates it' : 'None: backups in a folder are not encrypted'
}

function textOf({ masterKey, backupKey, place, settings, commands }: EmergencyKit): string {
  return [
    'Tradeloom emergency kit',
    `${location.host}, ${formatDay(Date.now())}`,
    '',
    `Master key  ${masterKey ?? 'none'}`,
    `Backup key  ${backupKey ?? missingKey(place)}`,
    `Backups     ${place}`,
    '',
    ...(settings.length === 0
      ? []
      : ['1. Set these:', ...settings.map(({ name, value }) => `export ${name}='${value}'`), '']),
    'In the terminal of the new machine, with the name of a new folder as NEW:',
    ...commands.flatMap(({ purpose, command }) => [`# ${purpose}`, command]),
    '',
    'Whoever has this paper can read all backups and open all secrets in them.',
    '',
  ].join('\n')
}
