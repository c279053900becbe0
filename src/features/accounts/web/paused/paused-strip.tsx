import { TopBanner } from '#ui/states/alerts.tsx';
import { PausedText } from './paused-note.tsx';

export default function PausedStrip({ until }: { until: string }) {
  return (
    <TopBanner tone="warning" icon="clock">
      <PausedText until={until} />
    </TopBanner>
  );
}
