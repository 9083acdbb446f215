'use client'

import { Bar, BarChart, type BarShapeProps, CartesianGrid, ResponsiveContainer, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import type { ChartDay, ChartSeries } from './chart-day'
import { evenAxis } from './even-axis'

type Series = { name: ChartSeries; label: string; fill: string }

/** A hidden count is a low, pale mark of this height whatever the axis says: nothing is told of where between one and four it lies. */
const FEW_HEIGHT = 6
const TICK = { fill: 'var(--soft)', fontSize: 12 }

/** Bars a day, side by side. The table beside it says the same, so it is no stop for the keyboard. */
export function BarsOfDays({ days, series, few }: { days: ChartDay[]; series: Series[]; few: string }) {
  const ticks = evenAxis(Math.max(0, ...days.flatMap((day) => series.map(({ name }) => day[name] ?? 0))))
  return (
    <ResponsiveContainer width="100%" height={224}>
      <BarChart data={days} accessibilityLayer={false} margin={{ top: 4, right: 0, bottom: 0, left: 0 }} barGap={1}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} tickLine={false} axisLine={{ stroke: 'var(--line-strong)' }} minTickGap={28} />
        <YAxis allowDecimals={false} width={32} tick={TICK} tickLine={false} axisLine={false} domain={[0, ticks.at(-1) ?? 0]} ticks={ticks} />
        <Tooltip cursor={{ fill: 'var(--sunken)' }} content={(shown) => <DayCard {...shown} series={series} few={few} />} isAnimationActive={false} />
        {series.map(({ name, fill }) => (
          <Bar
            key={name}
            dataKey={(day: ChartDay) => day[name] ?? 0}
            name={name}
            fill={fill}
            shape={(bar: BarShapeProps) => <OneBar {...bar} isFew={bar.payload?.[name] === null} />}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

const OneBar = ({ x, y, width, height, fill, isFew }: BarShapeProps & { isFew: boolean }) =>
  isFew ? (
    <rect x={x} y={Number(y) - FEW_HEIGHT} width={width} height={FEW_HEIGHT} rx={2} fill={fill} fillOpacity={0.35} />
  ) : (
    <rect x={x} y={y} width={width} height={height} rx={2} fill={fill} />
  )

function DayCard({ active, payload, series, few }: Partial<TooltipContentProps> & { series: Series[]; few: string }) {
  const day = payload?.[0]?.payload as ChartDay | undefined
  if (!active || !day) return null
  return (
    <div className="rounded-xl border border-line bg-surface px-3 py-2 text-sm shadow-sm">
      <p className="text-soft">{day.label}</p>
      {series.map(({ name, label }) => (
        <p key={name}>
          {label}: <strong>{day[name] ?? few}</strong>
        </p>
      ))}
    </div>
  )
}
