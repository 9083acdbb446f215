import { expect, it } from 'vitest'
import { bindForm, isBoundTo } from './form-binding'

it('knows a form again while its facts hold', () => expect(isBoundTo(bindForm('consent', 'int_1', 'a'), 'consent', 'int_1', 'a')).toBe(true))

it.each([
  ['another fact', bindForm('consent', 'int_1', 'b')],
  ['facts joined another way', bindForm('consent', 'int_1a', '')],
  ['one fact fewer', bindForm('consent', 'int_1')],
  ['nothing', ''],
  ['no mark of ours', 'AAAA'],
  ['a mark with something behind it', `${bindForm('consent', 'int_1', 'a')}AAAA`],
])('knows no form with %s', (_, mark) => expect(isBoundTo(mark, 'consent', 'int_1', 'a')).toBe(false))
