// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformScansConfig extends cdktf.TerraformMetaArguments {
  /**
  * The repository's id.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#repository_id DataScanformScans#repository_id}
  */
  readonly repositoryId: string;
  /**
  * Only scans of this time or later. An ISO 8601 date or date-time.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#date_from DataScanformScans#date_from}
  */
  readonly dateFrom?: string;
  /**
  * Only scans of this time or earlier. An ISO 8601 date or date-time.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#date_to DataScanformScans#date_to}
  */
  readonly dateTo?: string;
  /**
  * Only scans that this user (id, name or email) started.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#initiated_by DataScanformScans#initiated_by}
  */
  readonly initiatedBy?: string;
  /**
  * Only scans with one of these results. Any of failing, risky, info, pass, fail.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#result DataScanformScans#result}
  */
  readonly result?: string[];
  /**
  * Only scans with findings of these severities, or with one of these as the highest. Any of critical, high, medium, low, none.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#severity DataScanformScans#severity}
  */
  readonly severity?: string[];
  /**
  * Only scans of the pull request with this number.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#pr_number DataScanformScans#pr_number}
  */
  readonly prNumber?: number;
  /**
  * Only scans of these pull requests. Any of open, draft, closed, merged.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#pr_status DataScanformScans#pr_status}
  */
  readonly prStatus?: string[];
}
export interface DataScanformScansScansVulnerabilitySummaryCounts {
}

export function dataScanformScansScansVulnerabilitySummaryCountsToTerraform(struct?: DataScanformScansScansVulnerabilitySummaryCounts): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformScansScansVulnerabilitySummaryCountsToHclTerraform(struct?: DataScanformScansScansVulnerabilitySummaryCounts): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformScansScansVulnerabilitySummaryCountsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataScanformScansScansVulnerabilitySummaryCounts | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformScansScansVulnerabilitySummaryCounts | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // critical - computed: true, optional: false, required: false
  public get critical() {
    return this.getNumberAttribute('critical');
  }

  // high - computed: true, optional: false, required: false
  public get high() {
    return this.getNumberAttribute('high');
  }

  // medium - computed: true, optional: false, required: false
  public get medium() {
    return this.getNumberAttribute('medium');
  }

  // low - computed: true, optional: false, required: false
  public get low() {
    return this.getNumberAttribute('low');
  }
}
export interface DataScanformScansScans {
}

export function dataScanformScansScansToTerraform(struct?: DataScanformScansScans): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformScansScansToHclTerraform(struct?: DataScanformScansScans): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformScansScansOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataScanformScansScans | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformScansScans | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // scan_id - computed: true, optional: false, required: false
  public get scanId() {
    return this.getStringAttribute('scan_id');
  }

  // dashboard_url - computed: true, optional: false, required: false
  public get dashboardUrl() {
    return this.getStringAttribute('dashboard_url');
  }

  // pr_number - computed: true, optional: false, required: false
  public get prNumber() {
    return this.getNumberAttribute('pr_number');
  }

  // pr_title - computed: true, optional: false, required: false
  public get prTitle() {
    return this.getStringAttribute('pr_title');
  }

  // pr_status - computed: true, optional: false, required: false
  public get prStatus() {
    return this.getStringAttribute('pr_status');
  }

  // scan_date - computed: true, optional: false, required: false
  public get scanDate() {
    return this.getStringAttribute('scan_date');
  }

  // initiated_by - computed: true, optional: false, required: false
  public get initiatedBy() {
    return this.getStringAttribute('initiated_by');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // summary - computed: true, optional: false, required: false
  public get summary() {
    return this.getStringAttribute('summary');
  }

  // vulnerability_summary - computed: true, optional: false, required: false
  public get vulnerabilitySummary() {
    return this.getStringAttribute('vulnerability_summary');
  }

  // vulnerability_summary_counts - computed: true, optional: false, required: false
  private _vulnerabilitySummaryCounts = new DataScanformScansScansVulnerabilitySummaryCountsOutputReference(this, "vulnerability_summary_counts");
  public get vulnerabilitySummaryCounts() {
    return this._vulnerabilitySummaryCounts;
  }

  // risk_threshold - computed: true, optional: false, required: false
  public get riskThreshold() {
    return this.getStringAttribute('risk_threshold');
  }

  // severity - computed: true, optional: false, required: false
  public get severity() {
    return this.getStringAttribute('severity');
  }

  // pull_request_dashboard_url - computed: true, optional: false, required: false
  public get pullRequestDashboardUrl() {
    return this.getStringAttribute('pull_request_dashboard_url');
  }
}

export class DataScanformScansScansList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataScanformScansScansOutputReference {
    return new DataScanformScansScansOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans scanform_scans}
*/
export class DataScanformScans extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_scans";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformScans resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformScans to import
  * @param importFromId The id of the existing DataScanformScans that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformScans to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_scans", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scans scanform_scans} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformScansConfig
  */
  public constructor(scope: Construct, id: string, config: DataScanformScansConfig) {
    super(scope, id, {
      terraformResourceType: 'scanform_scans',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._repositoryId = config.repositoryId;
    this._dateFrom = config.dateFrom;
    this._dateTo = config.dateTo;
    this._initiatedBy = config.initiatedBy;
    this._result = config.result;
    this._severity = config.severity;
    this._prNumber = config.prNumber;
    this._prStatus = config.prStatus;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // repository_id - computed: false, optional: false, required: true
  private _repositoryId?: string; 
  public get repositoryId() {
    return this.getStringAttribute('repository_id');
  }
  public set repositoryId(value: string) {
    this._repositoryId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get repositoryIdInput() {
    return this._repositoryId;
  }

  // date_from - computed: false, optional: true, required: false
  private _dateFrom?: string; 
  public get dateFrom() {
    return this.getStringAttribute('date_from');
  }
  public set dateFrom(value: string) {
    this._dateFrom = value;
  }
  public resetDateFrom() {
    this._dateFrom = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dateFromInput() {
    return this._dateFrom;
  }

  // date_to - computed: false, optional: true, required: false
  private _dateTo?: string; 
  public get dateTo() {
    return this.getStringAttribute('date_to');
  }
  public set dateTo(value: string) {
    this._dateTo = value;
  }
  public resetDateTo() {
    this._dateTo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dateToInput() {
    return this._dateTo;
  }

  // initiated_by - computed: false, optional: true, required: false
  private _initiatedBy?: string; 
  public get initiatedBy() {
    return this.getStringAttribute('initiated_by');
  }
  public set initiatedBy(value: string) {
    this._initiatedBy = value;
  }
  public resetInitiatedBy() {
    this._initiatedBy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get initiatedByInput() {
    return this._initiatedBy;
  }

  // result - computed: false, optional: true, required: false
  private _result?: string[]; 
  public get result() {
    return this.getListAttribute('result');
  }
  public set result(value: string[]) {
    this._result = value;
  }
  public resetResult() {
    this._result = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get resultInput() {
    return this._result;
  }

  // severity - computed: false, optional: true, required: false
  private _severity?: string[]; 
  public get severity() {
    return this.getListAttribute('severity');
  }
  public set severity(value: string[]) {
    this._severity = value;
  }
  public resetSeverity() {
    this._severity = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get severityInput() {
    return this._severity;
  }

  // pr_number - computed: false, optional: true, required: false
  private _prNumber?: number; 
  public get prNumber() {
    return this.getNumberAttribute('pr_number');
  }
  public set prNumber(value: number) {
    this._prNumber = value;
  }
  public resetPrNumber() {
    this._prNumber = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get prNumberInput() {
    return this._prNumber;
  }

  // pr_status - computed: false, optional: true, required: false
  private _prStatus?: string[]; 
  public get prStatus() {
    return this.getListAttribute('pr_status');
  }
  public set prStatus(value: string[]) {
    this._prStatus = value;
  }
  public resetPrStatus() {
    this._prStatus = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get prStatusInput() {
    return this._prStatus;
  }

  // scans - computed: true, optional: false, required: false
  private _scans = new DataScanformScansScansList(this, "scans", false);
  public get scans() {
    return this._scans;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      repository_id: cdktf.stringToTerraform(this._repositoryId),
      date_from: cdktf.stringToTerraform(this._dateFrom),
      date_to: cdktf.stringToTerraform(this._dateTo),
      initiated_by: cdktf.stringToTerraform(this._initiatedBy),
      result: cdktf.listMapper(cdktf.stringToTerraform, false)(this._result),
      severity: cdktf.listMapper(cdktf.stringToTerraform, false)(this._severity),
      pr_number: cdktf.numberToTerraform(this._prNumber),
      pr_status: cdktf.listMapper(cdktf.stringToTerraform, false)(this._prStatus),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      repository_id: {
        value: cdktf.stringToHclTerraform(this._repositoryId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      date_from: {
        value: cdktf.stringToHclTerraform(this._dateFrom),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      date_to: {
        value: cdktf.stringToHclTerraform(this._dateTo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      initiated_by: {
        value: cdktf.stringToHclTerraform(this._initiatedBy),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      result: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._result),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      severity: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._severity),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      pr_number: {
        value: cdktf.numberToHclTerraform(this._prNumber),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      pr_status: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._prStatus),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
