import { writeFileSync } from 'node:fs'
import { inventScene, take } from './scene'
import { LEVELS } from './levels'
import { Studio } from './studio'
const studio = await Studio.open()
for (const format of (process.argv[2] ?? 'TD3,TD1').split(',') as any[]) for (const level of LEVELS) for (let i=0;i<Number(process.argv[3] ?? 1);i++) { const t=Date.now(); const scene=inventScene(format, level, `try ${level} ${format} ${i}`, i+LEVELS.indexOf(level)*3); const p=await take(studio, scene); writeFileSync(`/tmp/measure/try-${format}-${level}-${i}.jpg`, p.image); console.log(format, level, p.width,p.height,p.bulge.toFixed(2), scene.shot.bend.bulge.toFixed(2), scene.surroundings, Date.now()-t,'ms') }
await studio.close()
