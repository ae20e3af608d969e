import { Vibrate, VibrateOff, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { canVibrate, readSignals, storeSignals } from '#device/signals';

/** 'Sonido' and 'Vibración', each for itself. */
export function SignalSwitches() {
  const [signals, setSignals] = useState(readSignals);
  const flip = (name: keyof typeof signals) => {
    const next = { ...signals, [name]: !signals[name] };
    storeSignals(next);
    setSignals(next);
  };
  const SoundIcon = signals.sound ? Volume2 : VolumeX;
  const VibrationIcon = signals.vibration ? Vibrate : VibrateOff;
  return (
    <>
      <Switch label="Sonido" isOn={signals.sound} Icon={SoundIcon} onFlip={() => flip('sound')} />
      {canVibrate() && (
        <Switch label="Vibración" isOn={signals.vibration} Icon={VibrationIcon} onFlip={() => flip('vibration')} />
      )}
    </>
  );
}

type Props = { label: string; isOn: boolean; Icon: typeof Volume2; onFlip: () => void };

function Switch({ label, isOn, Icon, onFlip }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onFlip}
      className="inline-flex size-12 items-center justify-center rounded-control text-muted hover:bg-sunken"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
