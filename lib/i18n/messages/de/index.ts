import type { Messages } from '../en'
import about from './about.json' with { type: 'json' }
import apps from './apps.json' with { type: 'json' }
import arrival from './arrival.json' with { type: 'json' }
import company from './company.json' with { type: 'json' }
import docs from './docs.json' with { type: 'json' }
import fault from './fault.json' with { type: 'json' }
import mails from './mails.json' with { type: 'json' }
import organisation from './organisation.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import shared from './shared.json' with { type: 'json' }
import verification from './verification.json' with { type: 'json' }
import wallet from './wallet.json' with { type: 'json' }

export const de: Messages = {
  ...about,
  ...apps,
  ...arrival,
  ...company,
  ...docs,
  ...fault,
  ...mails,
  ...organisation,
  ...people,
  ...shared,
  ...verification,
  ...wallet,
}
