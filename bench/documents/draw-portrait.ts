import type { Random } from './random'

const SKIN = ['#f1cdb2', '#e6b690', '#c98f68', '#a66c46', '#7b4c31', '#5b3827']
const HAIR = ['#1c1714', '#38241a', '#6b4526', '#a9793f', '#c9b28a', '#8d8d90', '#7a2f1b']
const CLOTHES = ['#243047', '#4a2633', '#2b3d33', '#3c3c40', '#6b5d4a', '#22222a']

/** Someone who does not exist, drawn: head and shoulders, in a box of 35 by 45. */
export function drawPortrait(random: Random, woman: boolean): string {
  const [skin, hair, cloth] = [random.pick(SKIN), random.pick(HAIR), random.pick(CLOTHES)]
  const [wide, long] = [random.between(8.2, 10), random.between(11.2, 13)]
  const [eyes, gap, mouth] = [random.between(19, 21), random.between(3.4, 4.4), random.between(27, 29)]
  const id = `p${random.whole(0, 1e9)}`
  const eye = (side: number) => {
    const x = 17.5 + side * gap
    return `<ellipse cx="${x}" cy="${eyes}" rx="1.7" ry=".95" fill="#f7f5f0"/><circle cx="${x}" cy="${eyes}" r=".85" fill="${random.pick(['#3b2a1c', '#56707f', '#4d6043'])}"/><circle cx="${x}" cy="${eyes}" r=".42" fill="#0c0c0c"/><path d="M${x - 2} ${eyes - 2.1}q2 -1.2 4 0" stroke="${hair}" stroke-width=".7" fill="none"/>`
  }
  const back = woman ? `<path d="M${17.5 - wide - 2.2} 38V19Q17.5 -4 ${17.5 + wide + 2.2} 19V38Z" fill="${hair}"/>` : ''
  const beard =
    !woman && random.chance(0.3)
      ? `<path d="M${17.5 - wide + 1} 25Q17.5 43 ${17.5 + wide - 1} 25Q17.5 30 ${17.5 - wide + 1} 25" fill="${hair}" opacity=".85"/>`
      : ''
  const glasses = random.chance(0.2)
    ? `<g fill="none" stroke="#2a2a2a" stroke-width=".45"><circle cx="${17.5 - gap}" cy="${eyes}" r="2.7"/><circle cx="${17.5 + gap}" cy="${eyes}" r="2.7"/></g>`
    : ''
  return `<defs><radialGradient id="${id}" cx=".4" cy=".4"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity=".26"/></radialGradient></defs>
<rect width="35" height="45" fill="#dfe4e8"/>${back}<path d="M2 45Q4 36 13 34.5V29H22V34.5Q31 36 33 45Z" fill="${cloth}"/><path d="M13.2 28H21.8V35Q17.5 38.5 13.2 35Z" fill="${skin}"/>
<ellipse cx="17.5" cy="21" rx="${wide}" ry="${long}" fill="${skin}"/><ellipse cx="17.5" cy="21" rx="${wide}" ry="${long}" fill="url(#${id})"/>
<path d="M${17.5 - wide} 18Q${17.5 - wide} 6 17.5 6.5T${17.5 + wide} 18Q${17.5 + wide - 2} 11 17.5 ${random.between(10, 12)}T${17.5 - wide} 18Z" fill="${hair}"/>
${eye(-1)}${eye(1)}<path d="M17.5 ${eyes + 1}L${17.5 - 1.4} ${eyes + 5}Q17.5 ${eyes + 6} ${17.5 + 1.3} ${eyes + 5}" stroke="#0003" stroke-width=".6" fill="none"/>
${beard}<path d="M${17.5 - 2.8} ${mouth}q2.8 ${random.between(0.4, 1.6)} 5.6 0" stroke="#8c3b3b" stroke-width=".95" fill="none"/>${glasses}`
}
