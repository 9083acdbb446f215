import sharp from 'sharp'
const [out, h, ...files] = process.argv.slice(2)
const H=Number(h)
const imgs = await Promise.all(files.map(async f => { const i = sharp(f); const m = await i.metadata(); const crop = Math.min(m.height, m.width>600? 1400:1700); const b = await sharp(f).extract({left:0,top:0,width:m.width,height:crop}).resize({height:H, width: Math.round(m.width*H/Math.max(crop,1)), fit:'fill'}).png().toBuffer(); const mm=await sharp(b).metadata(); return {b,w:mm.width,h:mm.height}}))
const w = imgs.reduce((s,i)=>s+i.w+10,0)
let x=0
await sharp({create:{width:w,height:H,channels:3,background:'#888'}}).composite(imgs.map(i=>{const c={input:i.b,left:x,top:0}; x+=i.w+10; return c})).png().toFile(out)
