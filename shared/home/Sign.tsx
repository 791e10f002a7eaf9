/** The direction sign of the hero: destination at the left, time at the right. */
export function Sign() {
  return (
    <div className="sign">
      <p>Your way back</p>
      <dl>
        <div>
          <dt>Recovered</dt>
          <dd>24/7</dd>
        </div>
        <div>
          <dt>Replacement</dt>
          <dd>
            <small>about</small> 10 hrs
          </dd>
        </div>
        <div>
          <dt>Claim done</dt>
          <dd>2–4 wks</dd>
        </div>
      </dl>
    </div>
  );
}
