import { Menu, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { MAX_TEMPLATES, type OrderTemplate } from '@tradeloom/contracts/order-templates'
import { IconDeviceFloppy, IconRefresh, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import { errorText } from '../../../../api/api-error.ts'
import type { LazyMenuProps } from '../../../../ui/lazy-menu.tsx'
import { useUser } from '../../../../entities/user/bootstrap-query.ts'
import { requireLogin } from '../../../../entities/user/login.ts'
import type { Ticket } from '../use-ticket.ts'
import { askToManage, askToSave } from './ask-for-templates.tsx'
import type { DefaultTemplate } from './default-template.ts'
import { summaryOf } from './order-template.ts'
import { templatesQuery } from './templates-store.ts'

interface TemplateMenuItemsProps extends LazyMenuProps {
  readonly ticket: Ticket
  readonly instrument: MarketInstrument
  readonly byDefault: DefaultTemplate
  readonly onTemplate: (template: OrderTemplate) => void
}

export function TemplateMenuItems(props: TemplateMenuItemsProps): ReactElement {
  const { ticket, instrument, byDefault, onTemplate, button, isOpen, onChange } = props
  const isSignedIn = Boolean(useUser())
  const { data, error, refetch } = useQuery({ ...templatesQuery, enabled: isSignedIn && isOpen })
  const templates = data?.templates ?? []
  const isKnown = !isSignedIn || data !== undefined || error !== null
  const dropdown = useRef<HTMLDivElement>(null)
  // From there on, arrows choose, also where a key of the ticket has opened the menu.
  useEffect(() => {
    if (!isOpen || !isKnown) return
    const first = dropdown.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')
    first?.focus({ preventScroll: true })
  }, [isOpen, isKnown])
  const save = async (): Promise<void> => {
    if (await requireLogin('Please log in to save order templates')) await askToSave(ticket, instrument)
  }
  return (
    <Menu
      opened={isOpen}
      onChange={onChange}
      position="bottom-end"
      width={280}
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown ref={dropdown} mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>Order templates</Menu.Label>
        {templates.map((template) => (
          <Menu.Item key={template.id} onClick={() => onTemplate(template)}>
            {template.name}
            {template.id === byDefault.id ? <Text span size="xs" c="dimmed">{` · default`}</Text> : null}
            <Text size="xs" c="dimmed">
              {summaryOf(template)}
            </Text>
          </Menu.Item>
        ))}
        {error !== null ? (
          <Menu.Item
            color="red"
            closeMenuOnClick={false}
            leftSection={<IconRefresh size={15} aria-hidden />}
            onClick={() => void refetch()}
          >
            {`${errorText(error)}. Try again`}
          </Menu.Item>
        ) : templates.length > 0 ? null : (
          <Menu.Item disabled>{isSignedIn && data === undefined ? 'Loading …' : 'None yet'}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          disabled={templates.length >= MAX_TEMPLATES}
          onClick={() => void save()}
        >
          {templates.length >= MAX_TEMPLATES ? `${MAX_TEMPLATES} are saved: delete one first` : 'Save this ticket …'}
        </Menu.Item>
        {templates.length === 0 ? null : (
          <Menu.Item
            leftSection={<IconSettings size={15} aria-hidden />}
            onClick={() => void askToManage(instrument, byDefault)}
          >
            Rename, delete, default …
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
