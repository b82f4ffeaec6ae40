import { NavLink } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import { ApiAccess } from '../../features/api-access/api-access.tsx'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { ExchangeKeys } from '../../features/exchange-keys/exchange-keys.tsx'
import { NotificationSettings } from '../../features/notifications/notification-settings.tsx'
import { PackagesTable } from '../../features/packages/packages-table.tsx'
import { SecurityPage } from '../../features/security/security-page.tsx'
import { SourceKeys } from '../../features/sources/source-keys.tsx'
import { DisplaySettings } from './display-settings.tsx'
import classes from './settings-dialog.module.css'
import { type SettingsPage, titleOfSettings } from './settings-pages.ts'
import { OrderSettings } from './order-settings.tsx'
import { useMenuPages } from './use-menu-pages.ts'

const CONTENTS: Record<SettingsPage, () => ReactElement> = {
  'premium-packages': PackagesTable,
  security: SecurityPage,
  'exchange-api-keys': ExchangeKeys,
  'api-access': ApiAccess,
  notifications: NotificationSettings,
  orders: OrderSettings,
  display: DisplaySettings,
  account: AccountPage,
  'data-sources': SourceKeys,
}

function showButton(button: HTMLButtonElement | null): void {
  button?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
}

/** The user's settings, opened by `?settings=` on any page. */
export function SettingsDialog(): ReactElement {
  const wanted = useSearch({ from: '__root__' }).settings
  const router = useRouter()
  const user = useUser()
  const open = (settings: SettingsPage | undefined): void =>
    void router.navigate({
      to: '.',
      search: (known: object) => ({ ...known, settings }),
      replace: true,
      resetScroll: false,
    })
  // Keeps showing the page while the dialog closes.
  const [shown, setShown] = useState<SettingsPage>('security')
  if (wanted !== undefined && wanted !== shown) setShown(wanted)
  const Content = CONTENTS[shown]
  const pages = useMenuPages()
  return (
    <Dialog
      opened={wanted !== undefined && Boolean(user)}
      onClose={() => open(undefined)}
      title="Settings"
      size={920}
      // The menu stays where it is, however long a page is.
      centered={false}
    >
      <div className={classes['columns']}>
        <nav aria-label="Settings" className={classes['menu']}>
          {pages.map(({ id, title }) => (
            <NavLink
              key={id}
              component="button"
              type="button"
              label={title}
              active={id === shown}
              // On narrow screens the menu scrolls.
              ref={id === shown ? showButton : null}
              data-autofocus={id === shown || undefined}
              aria-current={id === shown ? 'page' : undefined}
              onClick={() => open(id)}
            />
          ))}
        </nav>
        <section className={classes['page']} aria-labelledby="settings-title">
          <h2 id="settings-title">{titleOfSettings(shown)}</h2>
          <Content />
        </section>
      </div>
    </Dialog>
  )
}
